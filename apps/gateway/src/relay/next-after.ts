import type { ConfirmedOutcome, WaitFor } from '@app/upstream';

const AGAIN = 'push the same bytes again';
const NEVER_ANOTHER = 'Do not compose it again: both could be executed.';

/** The next step of the caller after a push; null when nothing is left to do. Pure. */
export function nextAfter(
  { status, finality }: Pick<ConfirmedOutcome, 'status' | 'finality'>,
  waitFor: WaitFor,
): string | null {
  if (status === 'unknown')
    return `It was sent, and may be executed until it expires: ${AGAIN} to find out. ${NEVER_ANOTHER}`;
  if (status === 'pending')
    return `A node accepted it, and it was not seen in a block yet: ${AGAIN} in a few seconds to find out. ${NEVER_ANOTHER}`;
  if (waitFor === 'irreversible' && finality !== 'irreversible')
    return `Its block can still be replaced by a fork: ${AGAIN} with "wait_for":"irreversible" to wait on.`;
  return null;
}
