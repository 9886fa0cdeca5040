import type { DecodedAction } from '@app/proposals';
import { describeCollateralWithdrawal, describePegOut } from './describe-bridge';
import { type SentenceFacts, type ActionDescriber, transferOf } from './facts';
import { describeLendingAction, describeLendingPayment } from './describe-lending';
import { describeCancelOrder, describePlaceOrder } from './describe-order';
import { describeTransfer } from './describe-transfer';

/** The first rule that matches an action describes it; any other transfer is a plain transfer. */
const DESCRIBERS: readonly ActionDescriber[] = [
  describePlaceOrder,
  describeLendingPayment,
  describePegOut,
  describeTransfer,
  describeCancelOrder,
  describeLendingAction,
  describeCollateralWithdrawal,
];

/**
 * Describes a decoded action in one sentence with the symbols of the API: by its contract, and a transfer by its
 * receiver and memo, whichever tool composed it. An action that no tool composes is a defect.
 */
export function describeAction(facts: SentenceFacts, action: DecodedAction): string {
  const sentence = sentenceOf(facts, action);
  if (sentence === undefined) throw new Error(`${action.account}::${action.name} has no sentence`);
  return sentence;
}

/** The same of any action; undefined for one that no tool composes. @throws ValueError for data of another form */
export function sentenceOf(facts: SentenceFacts, action: DecodedAction): string | undefined {
  const transfer = transferOf(facts.profile, action);
  for (const describe of DESCRIBERS) {
    const sentence = describe(facts, action, transfer);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}
