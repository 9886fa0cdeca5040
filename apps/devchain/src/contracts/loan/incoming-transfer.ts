import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { check, fail } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { isToken, SHARES, type Token, USDT } from '../shared/tokens';
import type { transfer } from '../token/signatures';
import { fundBackstop } from './liquidation/backstop';
import { takeRepayment } from './loans/repay-loan';
import { parseMemo, type Request } from './memo';
import { takeDeposit } from './pool/deposit';
import { queueRedemption } from './redemptions/queue-redemption';
import { REFUSALS } from './refusals';

/** Does what the memo of a transfer to the lending account asks for; a transfer that asks for nothing is refused. */
export function receiveTransfer(
  context: ContractContext,
  { from, to, quantity, memo }: ArgsOf<typeof transfer>,
): void {
  if (to !== context.receiver) return;
  const request = parseMemo(memo) ?? fail(REFUSALS.memo);
  const token = tokenFor(request);
  check(isToken(token, context.firstReceiver, quantity), REFUSALS.token(token.symbol, token.contract));
  const { units } = quantity;
  if (request.kind === 'lend') takeDeposit(context, from, units, request.poolId);
  if (request.kind === 'redeem') queueRedemption(context, from, units, request.poolId);
  if (request.kind === 'repay') takeRepayment(context, from, units);
  if (request.kind === 'backstop') fundBackstop(context, from, units);
}

function tokenFor(request: Request): Token {
  if (request.kind !== 'redeem') return USDT;
  return SHARES[request.poolId] ?? fail(REFUSALS.noPool);
}
