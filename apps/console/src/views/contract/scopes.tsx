import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import { Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { Foreign } from '../../ui/values';
import { visibleText } from '../../values/visible-text';
import { Paging } from './paging';

const PAGE = 20;

interface ScopesProps {
  readonly network: string;
  readonly contract: string;
  readonly table: string;
}

interface ScopesAnswer {
  readonly rows: readonly { readonly scope: string; readonly payer: string; readonly count: number }[];
  /** The next scope; empty at the end. */
  readonly more: string;
}

/** The scopes of a table. */
export function Scopes({ network, contract, table }: ScopesProps): JSX.Element {
  const bounds = useSignal<readonly string[]>([]);
  const from = bounds.value.at(-1);
  const state = usePoll(`scopes ${network} ${contract} ${table} ${from ?? ''}`, 0, () =>
    callNode<ScopesAnswer>(network, '/v1/chain/get_table_by_scope', {
      ...{ code: contract, table, limit: PAGE },
      ...(from !== undefined && { lower_bound: from }),
    }),
  );
  return (
    <PolledPanel
      title={visibleText(`Scopes of ${table}`)}
      state={state}
      isEmpty={({ rows }) => rows.length === 0}
      empty="The table has no row in any scope."
    >
      {({ rows, more }) => (
        <>
          <Table
            label="Scopes"
            rows={rows}
            keyOf={({ scope }) => scope}
            columns={[
              {
                name: 'Scope',
                cell: ({ scope }) => (
                  <a href={addressOf(network, 'contract', contract, table, scope)}>
                    <Foreign text={scope} />
                  </a>
                ),
              },
              { name: 'Rows', isNumber: true, cell: ({ count }) => count },
              { name: 'RAM is paid by', cell: ({ payer }) => <Foreign text={payer} /> },
            ]}
          />
          <Paging bounds={bounds} next={more === '' ? undefined : more} />
        </>
      )}
    </PolledPanel>
  );
}
