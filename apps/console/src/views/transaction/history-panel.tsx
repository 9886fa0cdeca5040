import type { Signal } from '@preact/signals';
import { Fragment, type JSX } from 'preact';
import type { Polled } from '../../gateway/poll';
import { Facts } from '../../ui/facts';
import { ForeignJson } from '../../ui/foreign-json';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, BlockLink, Foreign } from '../../ui/values';
import { actionText } from '../../values/action-text';
import type { TracedAction, TransactionHistory } from './transaction-answer';

interface HistoryPanelProps {
  readonly network: string;
  readonly state: Signal<Polled<TransactionHistory | 'no history'>>;
}

/** What a history node adds: cost, the tree of who caused which action, changes of RAM. */
export const HistoryPanel = ({ network, state }: HistoryPanelProps): JSX.Element => (
  <PolledPanel title="Execution" state={state}>
    {(history) => {
      if (history === 'no history')
        return (
          <p class="muted">The network has no history node: inline actions, RAM and cost are not known.</p>
        );
      if (history.actions.length === 0) return <p class="muted">The history does not have it (yet).</p>;
      return (
        <>
          <Cost network={network} history={history} />
          <ActionTree network={network} actions={history.actions} creator={0} />
        </>
      );
    }}
  </PolledPanel>
);

const Cost = ({
  network,
  history: { actions, status = 'executed', ...history },
}: {
  network: string;
  history: TransactionHistory;
}): JSX.Element => {
  const [first] = actions;
  const block = history.block_num ?? first?.block_num;
  const { producer, cpu_usage_us = '?', net_usage_words } = first ?? {};
  const net = net_usage_words === undefined ? '?' : String(net_usage_words * 8);
  return (
    <Facts
      rows={[
        ['Status', <Foreign text={status} />],
        ['Block', block === undefined ? '?' : <BlockLink network={network} of={String(block)} />],
        ['Producer', producer === undefined ? '?' : <AccountLink network={network} of={producer} />],
        ['Cost', `${String(cpu_usage_us)} µs of CPU, ${net} bytes of net`],
      ]}
    />
  );
};

interface TreeProps {
  readonly network: string;
  readonly actions: readonly TracedAction[];
  readonly creator: number;
}

const signersOf = ({ act }: TracedAction): string =>
  act.authorization.map(({ actor, permission }) => `${actor}@${permission}`).join(', ');

const ActionTree = ({ network, actions, creator }: TreeProps): JSX.Element => (
  <ul class="tree">
    {actions
      .filter((each) => each.creator_action_ordinal === creator)
      .map((action) => {
        const { act, action_ordinal, account_ram_deltas: ram = [] } = action;
        return (
          <li key={action_ordinal}>
            <AccountLink network={network} of={act.account} />{' '}
            <strong>
              <Foreign text={act.name} />
            </strong>{' '}
            <bdi>{actionText(act.name, act.data)}</bdi>{' '}
            <span class="muted">
              by <Foreign text={signersOf(action)} />
              {ram.map(({ account, delta }) => (
                <Fragment key={account}>
                  ; RAM of <Foreign text={account} />: {delta > 0 ? '+' : ''}
                  {delta}
                </Fragment>
              ))}
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
