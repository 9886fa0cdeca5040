import type { JSX } from 'preact';
import { usePoll } from '../gateway/poll';
import { callHistory } from '../gateway/history';
import { actionText } from '../values/action-text';
import { exactData } from '../values/exact-data';
import { Table } from './facts';
import { PolledPanel } from './panel';
import { AccountLink, Foreign } from './values';

const EVERY_MS = 8_000;
const MOST = 100;

/** As a history node answers it. */
interface DeltasAnswer {
  /** The last irreversible block: up to it nothing changes any more. */
  readonly lib: number;
  readonly deltas: readonly {
    readonly code: string;
    readonly scope: string;
    readonly table: string;
    readonly primary_key: string;
    readonly payer: string;
    /** 0: the row is no more. */
    readonly present: 0 | 1;
    readonly data: unknown;
  }[];
}

/** The rows of contracts that the transactions of a block changed, as they were after it. */
export function RowChanges({ network, block }: { network: string; block: number }): JSX.Element {
  const path = `/v2/history/get_deltas?block_num=${String(block)}&limit=${String(MOST)}&sort=asc`;
  const state = usePoll(
    `rows ${network} ${String(block)}`,
    EVERY_MS,
    () => callHistory<DeltasAnswer>(network, path),
    (answer) => answer === 'no history' || answer.lib >= block,
  );
  return (
    <PolledPanel
      title={`Rows changed in block ${String(block)}`}
      state={state}
      isEmpty={(answer) => answer !== 'no history' && answer.deltas.length === 0}
      empty="The history knows of none."
    >
      {(answer) =>
        answer === 'no history' ? (
          <p class="muted">The network has no history node: changes of rows are not known.</p>
        ) : (
          <>
            <Rows network={network} deltas={answer.deltas} />
            {answer.deltas.length < MOST ? null : <p class="note">There may be more rows than are shown.</p>}
          </>
        )
      }
    </PolledPanel>
  );
}

const Rows = ({ network, deltas }: { network: string } & Pick<DeltasAnswer, 'deltas'>): JSX.Element => (
  <Table
    label="Rows changed"
    rows={deltas}
    keyOf={({ code, table, scope, primary_key }) => `${code} ${table} ${scope} ${primary_key}`}
    columns={[
      { name: 'Contract', cell: ({ code }) => <AccountLink network={network} of={code} /> },
      { name: 'Table', cell: ({ table }) => <Foreign text={table} /> },
      { name: 'Scope', cell: ({ scope }) => <Foreign text={scope} /> },
      { name: 'Key', isNumber: true, cell: ({ primary_key }) => <Foreign text={primary_key} /> },
      { name: 'Payer', cell: ({ payer }) => <AccountLink network={network} of={payer} /> },
      {
        name: 'Content then',
        cell: ({ present, data }) =>
          present === 0 ? (
            <span class="bad">removed</span>
          ) : (
            <bdi class="content">{actionText('', exactData(data))}</bdi>
          ),
      },
    ]}
  />
);
