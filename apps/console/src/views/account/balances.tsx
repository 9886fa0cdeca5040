import type { GetAccountAnswer } from '@app/client';
import type { JSX } from 'preact';
import { networkNamed } from '../../gateway/config';
import type { Polling } from '../../gateway/poll';
import { Facts, Table } from '../../ui/facts';
import { LiveMark } from '../../ui/live-mark';
import { PolledPanel } from '../../ui/panel';
import { Foreign, placesOf } from '../../ui/values';
import { decimalText } from '../../values/decimal';
import { known } from './known';
import type { OfAccount } from './of-account';
import { PriceFacts, usePrices } from './prices';
import { type Holding, totalOf, valueOf } from './token-values';

interface BalancesProps extends OfAccount {
  readonly state: Polling<GetAccountAnswer>;
  readonly everyMs: number;
}

/** What the account has of each token, free and in open orders, and what it is worth. */
export function Balances({ network, account, state, everyMs }: BalancesProps): JSX.Element {
  const prices = usePrices(network);
  return (
    <PolledPanel
      title="Balances"
      state={state}
      mark={['fills', 'deposits'].map((topic) => (
        <LiveMark
          key={topic}
          network={network}
          topic={`${topic}:${account}`}
          state={state}
          everyMs={everyMs}
          what={topic}
        />
      ))}
    >
      {(answer) => {
        const holdings = holdingsOf(network, answer);
        const values = holdings.map((holding) => valueOf(holding, prices));
        const total = totalOf(values);
        const rows = holdings.map((holding, index) => {
          const value = values[index];
          return { ...holding, usdt: value === undefined ? null : decimalText(value) };
        });
        return (
          <>
            <BalanceTable rows={rows} />
            <Facts rows={[['In all', known(total && decimalText(total), { symbol: 'USDT' })]]} />
            <p class="muted">Debts, shares of other pools and money on its way are not in it.</p>
            <h3>Prices</h3>
            <PriceFacts prices={prices} />
          </>
        );
      }}
    </PolledPanel>
  );
}

/** Tokens of no pair cannot be in an order. */
function holdingsOf(network: string, { balances, locked, pool_shares }: GetAccountAnswer): Holding[] {
  const pairs = networkNamed(network)?.pairs ?? [];
  const traded = new Set(pairs.flatMap(({ base, quote }) => [base, quote]));
  return Object.entries(balances).map(([symbol, free]) => {
    const shares = pool_shares?.find((each) => each.symbol === symbol);
    return {
      ...{ symbol, free },
      locked:
        locked === null && traded.has(symbol)
          ? null
          : ((locked as Readonly<Record<string, string>> | null)?.[symbol] ?? '0'),
      ...(shares !== undefined && { statedUsdt: shares.value_usdt }),
    };
  });
}

type Row = Holding & { readonly usdt: string | null };

const COLUMNS = [
  ['Free', 'free'],
  ['In orders', 'locked'],
  ['Worth USDT', 'usdt'],
] as const;

const BalanceTable = ({ rows }: { rows: readonly Row[] }): JSX.Element => (
  <Table
    label="Balances"
    rows={rows}
    keyOf={({ symbol }) => symbol}
    columns={[
      { name: 'Token', cell: ({ symbol }) => <Foreign text={symbol} /> },
      ...COLUMNS.map(([name, member]) => ({
        name,
        isNumber: true,
        cell: (row: Row) => known(row[member], { places: placesOf(rows.map((each) => each[member] ?? '')) }),
      })),
    ]}
  />
);
