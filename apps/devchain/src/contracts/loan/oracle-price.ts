import { nameToValue, parsePrice } from '@app/antelope';
import { fail } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { BTC_FEED, PRICE_DECIMALS } from '../oracle/feeds';
import { pricesTable } from '../oracle/tables';
import { ORACLE } from '../shared/account-names';
import { REFUSALS } from './refusals';

/** A price older than this counts for nothing. Source: docs/reference/rules.md, reads. */
export const PRICE_MAX_AGE_MS = 5 * 60_000;

/** The oracle's BTC price in units of PRICE_DECIMALS; fails the transaction when there is none or it is stale. */
export function requirePrice(context: ContractContext): bigint {
  return freshPrice(context) ?? fail(findPrice(context) ? REFUSALS.stalePrice : REFUSALS.noPrice);
}

/** The same for work that can wait: undefined when there is none or it is stale. */
export function freshPrice(context: ContractContext): bigint | undefined {
  const row = findPrice(context);
  if (row === undefined || context.nowMs - row.updated_at > PRICE_MAX_AGE_MS) return undefined;
  return parsePrice(row.price, PRICE_DECIMALS);
}

function findPrice(context: ContractContext) {
  return context.table(pricesTable, ORACLE, ORACLE).find(nameToValue(BTC_FEED));
}
