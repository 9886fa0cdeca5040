import { ToolError } from '@app/client';
import type { Reservation } from '../ledger/spending-rules';
import type { Refusal } from '../refusal';
import { visibleLine } from '../visible-json';
import { withoutAddressesIn } from '../without-addresses';

const SEND_AGAIN = 'Send the same call with the same request_id again: it is not paid twice';
const LOOK_FIRST =
  'It has expired, and whether it was executed before is not known. Look at balances and orders. Only if it was not: send it under another request_id with its transaction id as `repeat`';
const WAS_EXECUTED =
  'It was reported as executed before, and is not now: nodes forget a transaction within minutes. It is not to be sent under another request_id, unless balances and orders show that it was not executed';
/** Of an error of the gateway: more is not for a terminal, nor for a model. */
const LONGEST_TEXT = 1000;

/** A text of the gateway in a line of the signer. */
export const gatewayText = (text: string): string =>
  visibleLine(withoutAddressesIn(text.slice(0, LONGEST_TEXT)));

/** Why a call was not signed whose caller gave it up, or had to have an answer. */
export const gaveUpText = ({ reason }: AbortSignal): string =>
  reason instanceof Error && reason.name === 'TimeoutError'
    ? 'it was not signed within the time that a client of MCP waits, and is not any more: send it again'
    : 'the caller gave the call up';

type Known = Pick<Reservation, 'outcome' | 'expiresAt'>;

/** The next step of a call whose outcome is not known. */
export function nextStep(error: Error, known: Known, nowMs: number): string {
  return `${saidText(error instanceof ToolError ? error : error.cause)}${undecidedText(known, nowMs)}`;
}

const saidText = (error: unknown): string =>
  error instanceof ToolError ? `The gateway says: ${gatewayText(error.message)}. ` : '';

function undecidedText({ outcome, expiresAt }: Known, nowMs: number): string {
  if (nowMs >= expiresAt) return outcome === 'executed' ? WAS_EXECUTED : LOOK_FIRST;
  return `It can still be executed until ${new Date(expiresAt).toISOString()}. ${SEND_AGAIN}`;
}

/** The next step of a call that is still followed. @param error of the latest attempt to push it */
export function followedStep(
  { outcome, expiresAt }: Known,
  error: ToolError | undefined,
  nowMs: number,
): string {
  const until = new Date(expiresAt).toISOString();
  const life =
    nowMs < expiresAt
      ? `it can be executed until ${until}`
      : `it expired at ${until}, or was executed before`;
  const state =
    outcome === 'executed'
      ? 'It was executed, and is not irreversible yet'
      : `It is signed, and its outcome is not known yet: ${life}`;
  return `${saidText(error)}${state}. The signer continues to push it. ${SEND_AGAIN}, and its answer says more`;
}

/** The next step of a call that was signed before, and is refused now. @param isInBlock as a node of the owner says */
export function refusedStep(refusal: Refusal, known: Known, isInBlock: boolean, nowMs: number): string {
  const why = `Nothing is sent again: refused (${refusal.rule}): ${refusal.message}`;
  if (isInBlock) return why;
  return `${why}. ${known.outcome === 'executed' ? WAS_EXECUTED : undecidedText(known, nowMs)}`;
}
