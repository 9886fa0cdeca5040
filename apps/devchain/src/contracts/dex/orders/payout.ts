import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { transfer } from '../../token/signatures';
import type { Payout } from '../matching/settlement';
import type { Pair } from '../pairs';

/** Sends tokens out of the exchange, with a memo that says why: `trade btcusdt` or `refund btcusdt`. */
export function pay(context: ContractContext, pair: Pair, { to, token, units, reason }: Payout): void {
  const { contract, symbol, precision } = token;
  context.inline(contract, transfer, {
    from: context.receiver,
    to,
    quantity: { units, symbol, precision },
    memo: `${reason} ${pair.name}`,
  });
}
