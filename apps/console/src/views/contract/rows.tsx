import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import { Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { Foreign } from '../../ui/values';
import { visibleText } from '../../values/visible-text';
import { type Abi, type AbiTable, cellText, fieldsOf } from './abi';
import { Paging } from './paging';

const PAGE = 20;

interface RowsProps {
  readonly network: string;
  readonly contract: string;
  readonly abi: Abi;
  readonly table: AbiTable;
  readonly scope: string;
}

interface RowsAnswer {
  /** A row that the node cannot decode is its bytes in hex. */
  readonly rows: readonly (Readonly<Record<string, unknown>> | string)[];
  readonly more: boolean;
  readonly next_key?: string;
}

interface NumberedRow {
  readonly row: RowsAnswer['rows'][number];
  readonly index: number;
}

/** The rows of a table in a scope, by their primary key. */
export function Rows({ network, contract, abi, table, scope }: RowsProps): JSX.Element {
  const bounds = useSignal<readonly string[]>([]);
  const from = bounds.value.at(-1);
  const key = [network, contract, table.name, scope, from ?? ''].join(' ');
  const state = usePoll(`rows ${key}`, 0, () =>
    callNode<RowsAnswer>(network, '/v1/chain/get_table_rows', {
      ...{ code: contract, scope, table: table.name, json: true, limit: PAGE },
      ...(from !== undefined && { lower_bound: from }),
    }),
  );
  const fields = fieldsOf(abi, table.type);
  return (
    <PolledPanel
      title={visibleText(`Rows of ${table.name} in ${scope}`)}
      state={state}
      isEmpty={({ rows }) => rows.length === 0}
      empty="The scope has no row."
    >
      {({ rows, more, next_key = '' }) => (
        <>
          <Table
            label="Rows"
            rows={rows.map((row, index): NumberedRow => ({ row, index }))}
            keyOf={({ index }) => index}
            columns={fields.map(({ name }, at) => ({
              name,
              cell: ({ row }: NumberedRow) => <Foreign text={cellOf(row, name, at)} />,
            }))}
          />
          <Paging bounds={bounds} next={more && next_key !== '' ? next_key : undefined} />
        </>
      )}
    </PolledPanel>
  );
}

function cellOf(row: RowsAnswer['rows'][number], name: string, at: number): string {
  if (typeof row === 'string') return at === 0 ? cellText(row) : '';
  return Object.hasOwn(row, name) ? cellText(row[name]) : '';
}
