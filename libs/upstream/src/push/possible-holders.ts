import type { PushFacts, SendResult } from './push-facts';
import { refusalMeaning } from './push-refusal';

/**
 * Nodes that may hold the transaction: they were sent it, in this push or an earlier one, and have not
 * refused the bytes definitively since. Pure.
 */
export function possibleHolders({
  first,
  again,
  earlier,
}: Pick<PushFacts, 'first' | 'again' | 'earlier'>): ReadonlySet<string> {
  const holders = new Set(earlier);
  for (const [node, result] of [...first, ...again]) {
    if (mayHold(result)) holders.add(node);
    if (result.kind === 'refused' && refusalMeaning(result.error) === 'definitive') holders.delete(node);
  }
  return holders;
}

const mayHold = ({ kind }: SendResult): boolean => kind !== 'refused' && kind !== 'not-reached';

/** Whether a node refused the transaction for a reason that every node has. Pure. */
export const isRefusal = (result: SendResult): boolean =>
  result.kind === 'refused' && refusalMeaning(result.error) !== 'node-trouble';

/** Whether a node may have passed the bytes on to others without saying so: a refusal may be a lie. Pure. */
const mayHavePassedOn = (result: SendResult): boolean =>
  result.kind === 'late' || result.kind === 'unacknowledged' || isRefusal(result);

/**
 * Whether this push may have brought the transaction to the first node that says to have it: nodes pass it on to each
 * other. Pure.
 * @param sent results of all sends, in order of time
 */
export function mayHaveArrivedBefore(sent: readonly SendResult[]): boolean {
  const first = sent.findIndex(({ kind }) => kind === 'duplicate');
  return sent.slice(0, Math.max(0, first)).some(mayHavePassedOn);
}
