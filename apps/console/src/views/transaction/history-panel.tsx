import type { Signal } from '@preact/signals';
import { Fragment, type JSX } from 'preact';
import type { Polled } from '../../gateway/poll';
import { Facts, Table } from '../../ui/facts';
import { ForeignJson } from '../../ui/foreign-json';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, BlockLink, Foreign } from '../../ui/values';
import { actionText } from '../../values/action-text';
import { exactData } from '../../values/exact-data';
import { creatorsOf } from './creators';
import type { Receipt, TracedAction, TransactionHistory } from './transaction-answer';

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
          <ActionTree
            network={network}
            actions={history.actions}
            creators={creatorsOf(history.actions)}
            creator={0}
          />
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
  readonly creators: ReadonlyMap<number, number>;
  readonly creator: number;
}

const signersOf = ({ act }: TracedAction): string =>
  act.authorization.map(({ actor, permission }) => `${actor}@${permission}`).join(', ');

const ActionTree = ({ network, actions, creators, creator }: TreeProps): JSX.Element => (
  <ul class="tree">
    {actions
      .filter((each) => creators.get(each.action_ordinal) === creator)
      .map((action) => {
        const { act, action_ordinal, account_ram_deltas: ram = [], receipts = [] } = action;
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
              <summary>Data and receipts</summary>
              <ForeignJson value={exactData(act.data)} label={`Data of action ${String(action_ordinal)}`} />
              <Receipts network={network} ordinal={action_ordinal} receipts={receipts} />
            </details>
            {[...creators.values()].includes(action_ordinal) ? (
              <ActionTree network={network} actions={actions} creators={creators} creator={action_ordinal} />
            ) : null}
          </li>
        );
      })}
  </ul>
);

interface ReceiptsProps {
  readonly network: string;
  readonly ordinal: number;
  readonly receipts: readonly Receipt[];
}

/** The accounts that an action reached: its contract first, then those that the contract notified. */
const Receipts = ({ network, ordinal, receipts }: ReceiptsProps): JSX.Element => (
  <Table
    label={`Receipts of action ${String(ordinal)}`}
    rows={receipts}
    keyOf={({ receiver, global_sequence }) => `${receiver} ${String(global_sequence)}`}
    columns={[
      { name: 'Receiver', cell: ({ receiver }) => <AccountLink network={network} of={receiver} /> },
      { name: 'Global sequence', isNumber: true, cell: ({ global_sequence }) => global_sequence },
      { name: 'Of the receiver', isNumber: true, cell: ({ recv_sequence }) => recv_sequence },
      {
        name: 'Of the signers',
        cell: ({ auth_sequence }) => (
          <Foreign
            text={auth_sequence.map(({ account, sequence }) => `${account} ${String(sequence)}`).join(', ')}
          />
        ),
      },
    ]}
  />
);
