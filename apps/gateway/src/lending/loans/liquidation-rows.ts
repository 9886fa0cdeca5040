import type { ProfileWithoutTables } from '@app/networks';
import { PRICE_DECIMALS } from '@app/prices';
import { memoizeByObject, rowAmount, rowInteger, rowPrice } from '@app/upstream';
import { z } from 'zod';

/** The sale that ended a loan: amounts in units, the price in units of PRICE_DECIMALS. */
export interface Liquidation {
  /** USDT owed at the sale. */
  readonly debt: bigint;
  /** CBTC sold. */
  readonly sold: bigint;
  readonly price: bigint;
  /** USDT that the sale brought the pool. */
  readonly proceeds: bigint;
  /** USDT that the lenders of the pool lost. */
  readonly loss: bigint;
}

/** A row of a finished liquidation; without a sale where the contract does not write all of it down. */
export const liquidationRow = memoizeByObject((profile: ProfileWithoutTables) => {
  const usdt = rowAmount(profile.token('USDT'));
  return z
    .object({
      loan_id: rowInteger,
      debt: usdt.optional(),
      collateral: rowAmount(profile.token('CBTC')).optional(),
      price: rowPrice(PRICE_DECIMALS).optional(),
      proceeds: usdt.optional(),
      loss: usdt.optional(),
    })
    .transform(({ loan_id: loanId, ...sale }) => ({ loanId, sale: saleOf(sale) }));
});

interface SaleMembers {
  readonly debt?: bigint | undefined;
  readonly collateral?: bigint | undefined;
  readonly price?: bigint | undefined;
  readonly proceeds?: bigint | undefined;
  readonly loss?: bigint | undefined;
}

function saleOf({ debt, collateral: sold, price, proceeds, loss }: SaleMembers): Liquidation | undefined {
  if (debt === undefined || sold === undefined || price === undefined) return undefined;
  if (proceeds === undefined || loss === undefined) return undefined;
  return { debt, sold, price, proceeds, loss };
}
