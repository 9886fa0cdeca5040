import type { JSX } from 'preact';
import { usePoll } from '../../gateway/poll';
import { callTool } from '../../gateway/routes';
import { Facts, Table } from '../../ui/facts';
import { PolledPanel } from '../../ui/panel';
import { Age, Amount, Foreign, placesOf } from '../../ui/values';
import type { OfAccount } from './of-account';
import { type Permission, Permissions } from './permissions';

const EVERY_MS = 20_000;

interface Account {
  readonly created: string;
  readonly balances: Readonly<Record<string, string>>;
  readonly locked: Readonly<Record<string, string>>;
  readonly pool_shares: readonly {
    readonly pool_id: number;
    readonly symbol: string;
    readonly amount: string;
    readonly value_usdt: string;
  }[];
  readonly permissions: readonly Permission[];
  readonly resources: { readonly ram: { readonly used: number | null; readonly quota: number | null } };
  readonly affected_set: boolean;
  readonly affected_set_checked: boolean;
}

const ZERO = /^0(?:\.0+)?$/;

/** Balances, shares, permissions and the affected set of an account. */
export function AccountPanels({ network, account }: OfAccount): JSX.Element {
  const state = usePoll(`account ${network} ${account}`, EVERY_MS, () =>
    callTool<Account>(network, 'get_account', { account }),
  );
  return (
    <>
      <div class="grid">
        <PolledPanel title="Balances" state={state}>
          {({ balances, locked }) => (
            <Table
              label="Balances"
              rows={Object.entries(balances)}
              keyOf={([symbol]) => symbol}
              columns={[
                { name: 'Token', cell: ([symbol]) => <Foreign text={symbol} /> },
                {
                  name: 'Free',
                  isNumber: true,
                  cell: ([, amount]) => <Amount value={amount} places={placesOf(Object.values(balances))} />,
                },
                {
                  name: 'Locked in orders',
                  isNumber: true,
                  cell: ([symbol]) => (
                    <Amount value={locked[symbol] ?? '0'} places={placesOf(Object.values(locked))} />
                  ),
                },
              ]}
            />
          )}
        </PolledPanel>
        <PolledPanel title="Account" state={state}>
          {({ created, resources: { ram }, ...sets }) => (
            <Facts
              rows={[
                ['Created', <Age time={created} />],
                ['Affected set', <AffectedSet {...sets} />],
                [
                  'RAM',
                  `${String(ram.used ?? '?')} bytes used, quota ${ram.quota === null ? 'none' : String(ram.quota)}`,
                ],
              ]}
            />
          )}
        </PolledPanel>
      </div>
      <PolledPanel
        title="Pool shares"
        state={state}
        isEmpty={({ pool_shares }) => pool_shares.every(({ amount }) => ZERO.test(amount))}
        empty="No shares of lending pools."
      >
        {({ pool_shares }) => (
          <Table
            label="Pool shares"
            rows={pool_shares.filter(({ amount }) => !ZERO.test(amount))}
            keyOf={({ symbol }) => symbol}
            columns={[
              { name: 'Pool', cell: ({ pool_id }) => pool_id },
              {
                name: 'Shares',
                isNumber: true,
                cell: ({ amount, symbol }) => <Amount value={amount} symbol={symbol} />,
              },
              {
                name: 'Worth',
                isNumber: true,
                cell: ({ value_usdt }) => <Amount value={value_usdt} symbol="USDT" />,
              },
            ]}
          />
        )}
      </PolledPanel>
      <PolledPanel title="Permissions" state={state}>
        {({ permissions }) => <Permissions network={network} permissions={permissions} />}
      </PolledPanel>
    </>
  );
}

function AffectedSet({
  affected_set,
  affected_set_checked,
}: Pick<Account, 'affected_set' | 'affected_set_checked'>): JSX.Element {
  if (!affected_set_checked) return <span class="stale">? not checked: nothing is known</span>;
  return affected_set ? (
    <strong class="bad">✕ in the set: do not send to it or sign with it</strong>
  ) : (
    <span class="good">✓ not in the set</span>
  );
}
