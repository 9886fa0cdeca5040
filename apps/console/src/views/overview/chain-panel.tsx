import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import { Facts } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { Later } from '../../ui/later';
import { AccountLink, Age, BlockLink } from '../../ui/values';
import { blockRate, type HeadSeen, withHead } from '../../values/block-rate';

const EVERY_MS = 6_000;
const HISTORY_EVERY_MS = 20_000;

/** Heads that this page has seen, by network. */
const heads: Record<string, readonly HeadSeen[]> = {};

interface ChainInfo {
  readonly chain_id: string;
  readonly head_block_num: number;
  readonly head_block_time: string;
  readonly head_block_producer: string;
  readonly last_irreversible_block_num: number;
  /** Old nodes do not state these. */
  readonly last_irreversible_block_time?: string;
  readonly server_version_string?: string;
}

interface Health {
  readonly health: readonly {
    readonly service: string;
    readonly service_data?: { readonly last_indexed_block?: number };
  }[];
}

/** Head and irreversible block, and how far the history is. */
export function ChainPanel({ network }: { network: string }): JSX.Element {
  const info = usePoll(`chain ${network}`, EVERY_MS, async () => {
    const chain = await callNode<ChainInfo>(network, '/v1/chain/get_info');
    const seen = withHead(heads[network] ?? [], { number: chain.head_block_num, atMs: Date.now() });
    heads[network] = seen;
    return { ...chain, blocksPerSecond: blockRate(seen) };
  });
  const health = usePoll(`health ${network}`, HISTORY_EVERY_MS, () =>
    callNode<Health>(network, '/v2/health'),
  );
  const { answer: history, error } = health.value;
  const indexed = history?.health
    .map(({ service_data: data }) => data?.last_indexed_block)
    .find((block) => block !== undefined);
  return (
    <PolledPanel title="Chain" state={info}>
      {(chain) => (
        <>
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
                  <Age time={chain.last_irreversible_block_time ?? ''} />,{' '}
                  {chain.head_block_num - chain.last_irreversible_block_num} blocks behind the head
                </>,
              ],
              ['Blocks per second', chain.blocksPerSecond ?? '…'],
              [
                'History up to',
                // The head may be that of an older answer.
                indexed === undefined
                  ? error
                    ? 'no history node answers'
                    : '…'
                  : `${String(indexed)}, ${String(Math.max(0, chain.head_block_num - indexed))} blocks behind the head`,
              ],
            ]}
          />
          <Later
            load={async () => (await import('./chain-ids')).ChainIds}
            props={{ version: chain.server_version_string ?? '', chainId: chain.chain_id }}
          />
        </>
      )}
    </PolledPanel>
  );
}
