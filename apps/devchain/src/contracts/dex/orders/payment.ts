import { type Asset, formatAsset } from '@app/antelope';
import { fail } from '../../../kernel/sdk/check';
import { lockOf } from '../matching/order';
import type { RequestedOrder } from './order-memo';
import { REFUSALS } from '../refusals';

/** Fails the transaction unless exactly what the order locks was sent, in the token of the contract it trades. */
export function checkPayment(contract: string, sent: Asset, { pair, terms }: RequestedOrder): void {
  const token = terms.side === 'buy' ? pair.quote : pair.base;
  if (contract !== token.contract || sent.symbol !== token.symbol || sent.precision !== token.precision) {
    fail(REFUSALS.token(token.symbol, token.contract));
  }
  const needed: Asset = { units: lockOf(pair, terms), symbol: token.symbol, precision: token.precision };
  if (sent.units !== needed.units) fail(REFUSALS.payment(formatAsset(sent), formatAsset(needed)));
}
