import type { JSX } from 'preact';
import { actionText } from '../values/action-text';
import { visibleText } from '../values/visible-text';
import { Table } from './facts';
import { AccountLink, Age, BlockLink, Foreign, TransactionLink } from './values';

/** An action as the history node answers it. */
export interface HistoryAction {
  readonly timestamp: string;
  readonly block_num: number;
  readonly trx_id: string;
  readonly global_sequence: number | string;
  readonly act: { readonly account: string; readonly name: string; readonly data: unknown };
  /** What it did in words; null or undefined where no tool composes such an action. */
  readonly sentence?: string | null;
}

export interface HistoryActions {
  readonly actions: readonly HistoryAction[];
}

/** Actions, a line each. */
export const ActionTable = ({
  network,
  actions,
}: {
  network: string;
  actions: readonly HistoryAction[];
}): JSX.Element => (
  <Table
    label="Actions"
    rows={actions}
    keyOf={({ global_sequence }) => global_sequence}
    columns={[
      { name: 'Time', cell: ({ timestamp }) => <Age time={timestamp} /> },
      {
        name: 'Block',
        isNumber: true,
        cell: (row) => <BlockLink network={network} of={String(row.block_num)} />,
      },
      { name: 'Transaction', cell: ({ trx_id }) => <TransactionLink network={network} of={trx_id} /> },
      { name: 'Contract', cell: ({ act }) => <AccountLink network={network} of={act.account} /> },
      { name: 'Action', cell: ({ act }) => <Foreign text={act.name} /> },
      {
        name: 'Content',
        cell: ({ act, sentence }) => (
          <bdi class="content">
            {typeof sentence === 'string' ? visibleText(sentence) : actionText(act.name, act.data)}
          </bdi>
        ),
      },
    ]}
  />
);
