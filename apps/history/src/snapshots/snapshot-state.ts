import type { RowTable } from '@app/ship';
import type { StateStream } from '../derive/state-rows';
import type { ByteWindow } from './byte-window';
import { CONTRACT_FORMS } from './contract-forms';
import {
  COMMON_SECTION,
  commonContractRows,
  splitContractRows,
  splitContractTables,
  TABLES_SECTION,
} from './contract-tables';
import type { RowForm } from './copied-rows';
import { indexForms } from './index-forms';
import type { SectionRows } from './section-rows';
import type { Snapshot } from './snapshot';
import { StatePart } from './state-part';

/** Contract rows are in sections of their own: since Spring 1.0. */
const FIRST_WITH_SPLIT_TABLES = 7;

/** The rows of one table, from one section. */
interface Source {
  readonly section: string;
  readonly table: RowTable;
  readonly rows: (rows: SectionRows) => StateStream;
}

/**
 * The state of a snapshot in the form of state history, table by table in the order of the file, at most a part of it in
 * memory. Rows of a table are in the order of the snapshot, which is another one than that of a node.
 * @param tables those that are wanted; undefined: all
 * @throws SnapshotError
 */
export async function* stateOf(snapshot: Snapshot, tables?: ReadonlySet<RowTable>): StateStream {
  const { file } = snapshot;
  const places = file.names;
  const sources = wanted(snapshot, tables).toSorted(
    (left, right) => places.indexOf(left.section) - places.indexOf(right.section),
  );
  const window = file.window();
  try {
    for (const { section, rows } of sources) yield* rows(await file.rows(section, window));
  } finally {
    await window.close();
  }
}

/** At least as many rows as `stateOf` gives: some of a snapshot only lead those of a table. */
export function stateRowsOf(snapshot: Snapshot, tables?: ReadonlySet<RowTable>): number {
  const sections = new Set(wanted(snapshot, tables).map(({ section }) => section));
  return [...sections].reduce((sum, section) => sum + snapshot.file.rowCount(section), 0);
}

const wanted = (snapshot: Snapshot, tables?: ReadonlySet<RowTable>): Source[] =>
  sourcesOf(snapshot).filter(({ table }) => tables?.has(table) ?? true);

function sourcesOf(snapshot: Snapshot): Source[] {
  const indexes = indexForms(snapshot.version).map(({ section, table, form }) => ({
    ...{ section, table },
    rows: (rows: SectionRows) => indexRows(rows, table, form),
  }));
  return [
    ...indexes,
    ...(snapshot.version < FIRST_WITH_SPLIT_TABLES ? commonSources() : splitSources(snapshot)),
  ];
}

async function* indexRows(rows: SectionRows, table: RowTable, form: RowForm): StateStream {
  const part = new StatePart(table);
  while (rows.left > 0) {
    part.add(rows.tryNext(form) ?? (await rows.next(form)));
    if (part.isFull) yield part.take();
  }
  rows.finish();
  if (!part.isEmpty) yield part.take();
}

/** The common section is read once for each table. */
const commonSources = (): Source[] => [
  {
    section: COMMON_SECTION,
    table: 'contract_table',
    rows: (rows) => commonContractRows(rows, 'contract_table'),
  },
  ...CONTRACT_FORMS.map((form) => ({
    section: COMMON_SECTION,
    table: form.table,
    rows: (rows: SectionRows) => commonContractRows(rows, form),
  })),
];

const splitSources = ({ file }: Snapshot): Source[] => [
  { section: TABLES_SECTION, table: 'contract_table', rows: splitContractTables },
  ...CONTRACT_FORMS.map((form) => ({
    section: form.section,
    table: form.table,
    rows: async function* (rows: SectionRows): StateStream {
      const window: ByteWindow = file.window();
      try {
        yield* splitContractRows(rows, form, await file.rows(TABLES_SECTION, window));
      } finally {
        await window.close();
      }
    },
  })),
];
