import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { ViewProps } from '../view-props';
import { usePoll } from '../../gateway/poll';
import { callNode } from '../../gateway/routes';
import { Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { AccountLink, Foreign } from '../../ui/values';
import { type Abi, fieldsOf } from './abi';
import { Rows } from './rows';
import { Scopes } from './scopes';

/** A contract by its live ABI: its tables, the rows of one of them, and its actions. */
export function View({
  network: { name: network },
  args: [contract = '', tableName, scope],
}: ViewProps): JSX.Element {
  const state = usePoll(`abi ${network} ${contract}`, 0, () =>
    callNode<{ abi?: Abi }>(network, '/v1/chain/get_abi', { account_name: contract }),
  );
  const abi = state.value.answer?.abi;
  const table = abi?.tables?.find((each) => each.name === tableName);
  const of = { network, contract };
  return (
    <>
      <h1>
        Contract <Foreign text={contract} />
      </h1>
      <p class="actions">
        <AccountLink network={network} of={contract}>
          Account
        </AccountLink>
      </p>
      {abi === undefined || table === undefined || scope === undefined ? null : (
        <Rows {...of} abi={abi} table={table} scope={scope} />
      )}
      {table === undefined ? null : <Scopes {...of} table={table.name} />}
      <PolledPanel
        title="Tables"
        state={state}
        isEmpty={(answer) => (answer.abi?.tables ?? []).length === 0}
        empty="There is no contract with tables here."
      >
        {({ abi: found }) => <Tables {...of} abi={found ?? {}} />}
      </PolledPanel>
      <PolledPanel
        title="Actions"
        state={state}
        isEmpty={(answer) => (answer.abi?.actions ?? []).length === 0}
        empty="There is no contract with actions here."
      >
        {({ abi: found }) => <Actions abi={found ?? {}} />}
      </PolledPanel>
    </>
  );
}

const fieldsText = (abi: Abi, type: string): string =>
  fieldsOf(abi, type)
    .map(({ name, type: fieldType }) => `${name}: ${fieldType}`)
    .join(', ');

const fieldsColumn = (abi: Abi) => ({
  name: 'Fields',
  cell: ({ type }: { readonly type: string }): JSX.Element => (
    <span class="content">
      <Foreign text={fieldsText(abi, type)} />
    </span>
  ),
});

const Tables = ({ network, contract, abi }: { network: string; contract: string; abi: Abi }): JSX.Element => (
  <Table
    label="Tables"
    rows={abi.tables ?? []}
    keyOf={({ name }) => name}
    columns={[
      {
        name: 'Table',
        cell: ({ name }) => (
          <a href={addressOf(network, 'contract', contract, name)}>
            <Foreign text={name} />
          </a>
        ),
      },
      { name: 'Struct', cell: ({ type }) => <Foreign text={type} /> },
      fieldsColumn(abi),
    ]}
  />
);

const Actions = ({ abi }: { abi: Abi }): JSX.Element => (
  <Table
    label="Actions"
    rows={abi.actions ?? []}
    keyOf={({ name }) => name}
    columns={[{ name: 'Action', cell: ({ name }) => <Foreign text={name} /> }, fieldsColumn(abi)]}
  />
);
