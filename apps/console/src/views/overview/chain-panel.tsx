import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callNode, callTool } from '../../gateway/routes';
import { Facts } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Age, BlockLink, Foreign, Id } from '../../ui/values';

const EVERY_MS = 6_000;
const HISTORY_EVERY_MS = 20_000;

interface ChainInfo {
  readonly chain_id: string;
  readonly head_block_num: number;
  readonly head_block_time: string;
  readonly head_block_producer: string;
  readonly last_irreversible_block_num: number;
  readonly server_version: string;
}

interface Health {
  readonly health: readonly {
    readonly service: string;
    readonly service_data?: { readonly last_indexed_block?: number };
  }[];
}

/** Head and irreversible block, and how far the history is. */
export function ChainPanel({ network }: { network: string }): JSX.Element {
  const info = usePoll(`chain ${network}`, EVERY_MS, () => callTool<ChainInfo>(network, 'get_chain_info'));
  const health = usePoll(`health ${network}`, HISTORY_EVERY_MS, () =>
    callNode<Health>(network, '/v2/health'),
  );
  const { answer: history, error } = health.value;
  const indexed = history?.health
    .map(({ service_data: data }) => data?.last_indexed_block)
    .find((block) => block !== undefined);
  const historyText = indexed === undefined ? (error ? 'no history node answers' : '…') : String(indexed);
  return (
    <PolledPanel title="Chain" state={info}>
      {(chain) => (
        <Facts
          rows={[
            [
              'Head block',
              <>
                <BlockLink network={network} of={String(chain.head_block_num)} /> by{' '}
                <AccountLink network={network} of={chain.head_block_producer} />,{' '}
                <Age time={chain.head_block_time} />
              </>,
            ],
            [
              'Irreversible',
              <>
                <BlockLink network={network} of={String(chain.last_irreversible_block_num)} />,{' '}
                {chain.head_block_num - chain.last_irreversible_block_num} blocks behind the head
              </>,
            ],
            ['History up to', historyText],
            ['Node version', <Foreign text={chain.server_version} />],
            ['Chain id', <Id text={chain.chain_id} />],
          ]}
        />
      )}
    </PolledPanel>
  );
}
