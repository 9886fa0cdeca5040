import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import type { transfer } from '../../token/signatures';
import type { ExchangeLimits } from '../limits';
import { readOrderMemo } from './order-memo';
import { checkPayment } from './payment';
import { placeOrder } from './place-order';

/** Accounts of the system that pay out by themselves, for RAM, stake or rent that ended: never an order. */
const SYSTEM_PAYERS = new Set(['eosio.ram', 'eosio.stake', 'eosio.rex']);

/** Takes a transfer to the exchange as the order its memo says; one that says no order is refused. */
export function receiveTransfer(
  context: ContractContext,
  { from, to, quantity, memo }: ArgsOf<typeof transfer>,
  limits: ExchangeLimits,
): void {
  // The exchange is also notified of its own payouts.
  if (to !== context.receiver || SYSTEM_PAYERS.has(from)) return;
  const order = readOrderMemo(memo);
  checkPayment(context.firstReceiver, quantity, order);
  placeOrder(context, from, order, limits);
}
