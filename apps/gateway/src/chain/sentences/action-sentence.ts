import type { DecodedAction } from '@app/proposals';
import { collateralSentence, pegOutSentence } from './bridge-sentence';
import type { SentenceFacts, SentenceReader } from './facts';
import { lendingActionSentence, lendingPaymentSentence } from './lending-sentence';
import { cancelOrderSentence, placeOrderSentence } from './order-sentence';
import { transferSentence } from './transfer-sentence';

/** The first rule that matches an action describes it; any other transfer is a plain transfer. */
const READERS: readonly SentenceReader[] = [
  placeOrderSentence,
  lendingPaymentSentence,
  pegOutSentence,
  transferSentence,
  cancelOrderSentence,
  lendingActionSentence,
  collateralSentence,
];

/**
 * What a decoded action does, in one sentence with the symbols of the API: by its contract, and a transfer by its
 * receiver and memo, whichever tool composed it. An action that no tool composes is a defect.
 */
export function actionSentence(facts: SentenceFacts, action: DecodedAction): string {
  for (const read of READERS) {
    const sentence = read(facts, action);
    if (sentence !== undefined) return sentence;
  }
  throw new Error(`${action.account}::${action.name} has no sentence`);
}
