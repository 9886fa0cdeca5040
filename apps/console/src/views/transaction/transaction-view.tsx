import type { JSX } from 'preact';
import type { ViewProps } from '../view-props';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import type { HistoryAction } from '../../ui/action-table';
import { Copy } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { ForeignJson } from '../../ui/foreign-json';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Age, BlockLink, Foreign } from '../../ui/values';
import { actionText } from '../../values/action-text';

const EVERY_MS = 5_000;

interface TracedAction extends HistoryAction {
  readonly action_ordinal: number;
  readonly creator_action_ordinal: number;
  readonly act: HistoryAction['act'] & {
    readonly authorization: readonly { readonly actor: string; readonly permission: string }[];
  };
  readonly account_ram_deltas?: readonly { readonly account: string; readonly delta: number }[];
  readonly producer?: string;
  readonly cpu_usage_us?: number;
  readonly net_usage_words?: number;
}

interface TransactionAnswer {
  readonly executed: boolean;
  readonly lib: number;
  readonly status?: string;
  readonly block_num?: number;
  readonly actions: readonly TracedAction[];
}

/** A transaction: its block, and its actions as a tree of who caused which. */
export function TransactionView({ network: { name }, args: [id = ''] }: ViewProps): JSX.Element {
  const path = `/v2/history/get_transaction?id=${encodeURIComponent(id)}`;
  const state = usePoll(`transaction ${name} ${id}`, EVERY_MS, () => callNode<TransactionAnswer>(name, path));
  return (
    <>
      <h1>
        Transaction <Foreign text={id.slice(0, 8)} />
      </h1>
      <PolledPanel
        title="Transaction"
        state={state}
        isEmpty={({ actions }) => actions.length === 0}
        empty="The history knows no such transaction yet. The page asks again."
      >
        {(answer) => <Summary network={name} id={id} answer={answer} />}
      </PolledPanel>
      {(state.value.answer?.actions.length ?? 0) === 0 ? null : (
        <PolledPanel title="Actions" state={state}>
          {({ actions }) => <ActionTree network={name} actions={actions} creator={0} />}
        </PolledPanel>
      )}
    </>
  );
}

interface SummaryProps {
  readonly network: string;
  readonly id: string;
  readonly answer: TransactionAnswer;
}

function Summary({
  network,
  id,
  answer: { actions, block_num, lib, status = 'executed' },
}: SummaryProps): JSX.Element {
  const [first] = actions;
  const block = block_num ?? first?.block_num ?? 0;
  return (
    <Facts
      rows={[
        [
          'Id',
          <>
            <span class="mono long">{id}</span> <Copy text={id} />
          </>,
        ],
        ['Status', <Foreign text={status} />],
        [
          'Block',
          <>
            <BlockLink network={network} of={String(block)} />,{' '}
            {block <= lib ? (
              <span class="good">irreversible</span>
            ) : (
              <span>{block - lib} blocks before it is irreversible</span>
            )}
          </>,
        ],
        ['Time', <Age time={first?.timestamp ?? ''} />],
        ['Producer', <AccountLink network={network} of={first?.producer ?? '?'} />],
        [
          'Cost',
          `${String(first?.cpu_usage_us ?? '?')} µs of CPU, ${String((first?.net_usage_words ?? 0) * 8)} bytes of net`,
        ],
      ]}
    />
  );
}

interface TreeProps {
  readonly network: string;
  readonly actions: readonly TracedAction[];
  readonly creator: number;
}

const ActionTree = ({ network, actions, creator }: TreeProps): JSX.Element => (
  <ul class="tree">
    {actions
      .filter((each) => each.creator_action_ordinal === creator)
      .map((action) => {
        const { act, action_ordinal, account_ram_deltas: ram = [] } = action;
        return (
          <li key={action_ordinal}>
            <AccountLink network={network} of={act.account} /> <strong>{act.name}</strong>{' '}
            <bdi>{actionText(act.name, act.data)}</bdi>{' '}
            <span class="muted">
              by {act.authorization.map(({ actor, permission }) => `${actor}@${permission}`).join(', ')}
              {ram.map(
                ({ account, delta }) => `; RAM of ${account}: ${delta > 0 ? '+' : ''}${String(delta)}`,
              )}
            </span>
            <details>
              <summary>Data</summary>
              <ForeignJson value={act.data} label={`Data of action ${String(action_ordinal)}`} />
            </details>
            {actions.some((each) => each.creator_action_ordinal === action_ordinal) ? (
              <ActionTree network={network} actions={actions} creator={action_ordinal} />
            ) : null}
          </li>
        );
      })}
  </ul>
);
