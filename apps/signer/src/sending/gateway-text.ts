import { ToolError } from '@app/client';
import type { Reservation } from '../ledger/spending-rules';
import { visibleLine } from '../visible-json';
import { withoutAddressesIn } from '../without-addresses';

const SEND_AGAIN = 'Send the same call with the same request_id again: it is not paid twice';
const LOOK_FIRST =
  'It has expired, and whether it was executed before is not known. Look at balances and orders. Only if it was not: send it under another request_id with its transaction id as `repeat`';
const WAS_EXECUTED =
  'The gateway said before that it was executed, and does not say so now: nodes forget a transaction within minutes. It is not to be sent under another request_id, unless balances and orders show that it was not executed';
/** Of an error of the gateway: more is not for a terminal, nor for a model. */
const LONGEST_TEXT = 1000;

/** A text of the gateway in a line of the signer. */
export const gatewayText = (text: string): string =>
  visibleLine(withoutAddressesIn(text.slice(0, LONGEST_TEXT)));

/** The next step of a call whose outcome is not known. */
export function nextStep(
  error: Error,
  { outcome, expiresAt }: Pick<Reservation, 'outcome' | 'expiresAt'>,
  nowMs: number,
): string {
  const reason = error instanceof ToolError ? `The gateway says: ${gatewayText(error.message)}. ` : '';
  if (nowMs >= expiresAt) return `${reason}${outcome === 'executed' ? WAS_EXECUTED : LOOK_FIRST}`;
  return `${reason}It can still be executed until ${new Date(expiresAt).toISOString()}. ${SEND_AGAIN}`;
}
