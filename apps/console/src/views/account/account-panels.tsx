import type { GetAccountAnswer, LimitAnswer, PoolShareAnswer } from '@app/client';
import type { JSX } from 'preact';
import type { Polling } from '../../gateway/poll';
import { Facts, Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { Age, Foreign } from '../../ui/values';
import { known } from './known';
import { Balances } from './balances';
import type { OfAccount } from './of-account';
import { Permissions } from './permissions';

const ZERO = /^0(?:\.0+)?$/;

interface AccountPanelsProps extends OfAccount {
  readonly state: Polling<GetAccountAnswer>;
  readonly everyMs: number;
}

/** Balances, shares, permissions and the affected set of an account. */
export function AccountPanels({ network, account, state, everyMs }: AccountPanelsProps): JSX.Element {
  return (
    <>
      <div class="grid">
        <Balances network={network} account={account} state={state} everyMs={everyMs} />
        <PolledPanel title="Account" state={state}>
          {({ created, resources: { ram, cpu, net }, ...sets }) => (
            <Facts
              rows={[
                ['Created', <Age time={created} />],
                ['Affected set', <AffectedSet {...sets} />],
                ['RAM', useText({ used: ram.used, max: ram.quota }, 'bytes')],
                ['CPU', useText(cpu, 'µs')],
                ['Net', useText(net, 'bytes')],
              ]}
            />
          )}
        </PolledPanel>
      </div>
      <PolledPanel
        title="Pool shares"
        state={state}
        isEmpty={({ pool_shares }) => pool_shares === null || heldOf(pool_shares).length === 0}
        empty="No shares of lending pools."
      >
        {({ pool_shares }) => <PoolShares shares={heldOf(pool_shares ?? [])} />}
      </PolledPanel>
      <PolledPanel title="Permissions" state={state}>
        {({ permissions }) => <Permissions network={network} permissions={permissions} />}
      </PolledPanel>
    </>
  );
}

const useText = ({ used, max }: Pick<LimitAnswer, 'used' | 'max'>, unit: string): string =>
  `${used === null ? 'use not counted' : `${String(used)} ${unit} used`}, ${max === null ? 'no limit' : `of ${String(max)}`}`;

/** Those that are not known to be none. */
const heldOf = (shares: readonly PoolShareAnswer[]): PoolShareAnswer[] =>
  shares.filter(({ amount }) => amount === null || !ZERO.test(amount));

const PoolShares = ({ shares }: { shares: readonly PoolShareAnswer[] }): JSX.Element => (
  <Table
    label="Pool shares"
    rows={shares}
    keyOf={({ pool_id }) => pool_id}
    columns={[
      { name: 'Pool', cell: ({ pool_id }) => pool_id },
      { name: 'Symbol', cell: ({ symbol }) => <Foreign text={symbol ?? 'not known'} /> },
      { name: 'Shares', isNumber: true, cell: ({ amount }) => known(amount) },
      { name: 'Worth', isNumber: true, cell: ({ value_usdt }) => known(value_usdt, { symbol: 'USDT' }) },
    ]}
  />
);

function AffectedSet({
  affected_set,
  affected_set_checked,
}: Pick<GetAccountAnswer, 'affected_set' | 'affected_set_checked'>): JSX.Element {
  if (!affected_set_checked) return <span class="stale">? not checked: nothing is known</span>;
  return affected_set ? (
    <strong class="bad">✕ in the set: do not send to it or sign with it</strong>
  ) : (
    <span class="good">✓ not in the set</span>
  );
}
