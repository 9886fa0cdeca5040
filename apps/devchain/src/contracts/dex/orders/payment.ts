import { type Asset, formatAsset } from '@app/antelope';
import { fail } from '../../../kernel/sdk/check';
import { amountOf, isToken } from '../../shared/tokens';
import { lockOf } from '../matching/order';
import { REFUSALS } from '../refusals';
import type { RequestedOrder } from './order-memo';

/** Fails the transaction unless exactly what the order locks was sent, in the token of the contract it trades. */
export function checkPayment(contract: string, sent: Asset, { pair, terms }: RequestedOrder): void {
  const token = terms.side === 'buy' ? pair.quote : pair.base;
  if (!isToken(token, contract, sent)) fail(REFUSALS.token(token.symbol, token.contract));
  const needed = amountOf(token, lockOf(pair, terms));
  if (sent.units !== needed.units) fail(REFUSALS.payment(formatAsset(sent), formatAsset(needed)));
}
