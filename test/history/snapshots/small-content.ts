import { decodeRow } from '@app/ship';
import type { SnapshotContent } from '../../harness/snapshots/written-snapshot';
import type { StateTables } from '../../harness/snapshots/state-sections';
import { recordedContent } from './recorded-state';

const ROWS = 2;
const MAX_ROW_BYTES = 100;
const TABLES = 4;

interface Named {
  readonly code: bigint;
  readonly scope: bigint;
  readonly table: bigint;
}
const nameOf = ({ code, scope, table }: Named): string => `${code}/${scope}/${table}`;

/** A few rows of each table of the recorded state: a file whose bytes can all be tried. */
export function smallContent(version: number): SnapshotContent {
  const content = recordedContent(version);
  return { ...content, state: few(content.state) };
}

function few(state: StateTables): StateTables {
  const tables = (state.get('contract_table') ?? []).slice(0, TABLES);
  const known = new Set(tables.map((row) => nameOf(decodeRow('contract_table', row))));
  return new Map(
    [...state].map(([table, rows]) => {
      if (table === 'contract_table') return [table, tables];
      const fitting =
        table === 'contract_row'
          ? rows.filter((row) => known.has(nameOf(decodeRow('contract_row', row))))
          : table.startsWith('contract_')
            ? []
            : rows;
      const isOnly = rows.length === 1;
      return [table, fitting.filter((row) => isOnly || row.length <= MAX_ROW_BYTES).slice(0, ROWS)];
    }),
  );
}
