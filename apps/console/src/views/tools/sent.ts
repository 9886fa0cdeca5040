import { REFUSED_UNSENT } from '../../../../../libs/client/src/refused-unsent';
import { ToolError } from '../../../../../libs/client/src/tool-error';

/**
 * Whether a transaction may be on its way. `no`: not as far as this page knows. `first`: this page pushes it, and no push
 * before may have sent it. `pushing`: this page sent it, and asks by pushes. `followed`: it is looked up alone.
 */
export type Sent = 'no' | 'first' | 'pushing' | 'followed';

export const isPushed = (sent: Sent): boolean => sent === 'first' || sent === 'pushing';

/** Pushes without an answer, with growing pauses: for longer than the bytes can be executed. */
const MOST_UNANSWERED = 12;
/** Code of a refusal that sent nothing, after which a later push may be taken. */
const RATE_LIMITED = 'rate_limited';

/**
 * The state after a push that failed.
 * @param unanswered pushes that failed one after the other, this one too
 */
export function afterFailure(
  before: Sent,
  reason: unknown,
  unanswered: number,
): { readonly sent: Sent; readonly isFollowed: boolean } {
  const code = reason instanceof ToolError ? reason.code : '';
  const isRefused = REFUSED_UNSENT.has(code);
  const sent = isRefused || code === RATE_LIMITED ? before : 'pushing';
  if (!isRefused && unanswered < MOST_UNANSWERED) return { sent, isFollowed: true };
  return { sent: sent === 'first' ? 'no' : 'followed', isFollowed: false };
}
