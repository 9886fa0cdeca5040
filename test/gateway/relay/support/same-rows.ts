import type { InProcessClient } from '../../../../apps/devchain/src/client/in-process-client';
import { PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import { ordersTable, tradesTable } from '../../../../apps/devchain/src/contracts/dex/tables';
import { loansTable, poolsTable } from '../../../../apps/devchain/src/contracts/loan/tables';
import type { EconomyModel } from './economy-model';

/** Compares books, trades, pools and loans of the chain with those of the models. @returns the number of new trades */
export function expectSameRows(chain: InProcessClient, model: EconomyModel): number {
  const { exchange, lending } = model;
  for (const pair of PAIRS) {
    const rows = chain
      .rows('dex', pair.name, ordersTable)
      .map(({ identifier, account, type, price, baseAsset }) => ({
        ...{ identifier: Number(identifier), account, side: type },
        ...{ price: BigInt(price.replace('.', '')), base: baseAsset.units },
      }));
    const plain = exchange.book(pair).map(({ identifier, account, side, price, base }) => ({
      ...{ identifier, account, side, price, base },
    }));
    expect(rows).toEqual(plain.sort((one, other) => one.identifier - other.identifier));
  }
  const pools = chain.rows('loan', 'loan', poolsTable).map((row) => ({
    ...{ available: row.available.units, outstanding: row.outstanding_amount.units },
    ...{ shares: row.shares.units, debtShares: row.debt_shares },
  }));
  expect(pools).toEqual(
    lending.ledger.pools.map(({ available, outstanding, shares, debtShares }) => ({
      ...{ available, outstanding, shares, debtShares },
    })),
  );
  const loans = chain.rows('loan', 'loan', loansTable).map(({ id, account }) => [Number(id), account]);
  expect(loans).toEqual(
    lending.loans.loans
      .map(({ id, account }) => [id, account])
      .sort(([one], [other]) => Number(one) - Number(other)),
  );
  return expectSameTrades(chain, model);
}

function expectSameTrades(chain: InProcessClient, { exchange }: EconomyModel): number {
  const made = exchange.trades.splice(0);
  const rows = made.length === 0 ? [] : chain.rows('dex', 'dex', tradesTable).slice(-made.length);
  expect(
    rows.map((row) => ({
      ...{ pair: row.pair, seller: row.seller, buyer: row.buyer, type: row.type },
      ...{
        price: BigInt(row.price.replace('.', '')),
        base: row.baseAsset.units,
        quote: row.quoteAsset.units,
      },
    })),
  ).toEqual(made);
  return made.length;
}
