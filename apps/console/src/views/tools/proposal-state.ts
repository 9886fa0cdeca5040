import type { GetTransactionAnswer } from '@app/client';

/** The answer of the nodes about a transaction that may be in a wallet. */
export interface Followed {
  /** Time of the newest block, read before the look-up; milliseconds since 1970. */
  readonly headMs: number;
  readonly found: Pick<GetTransactionAnswer, 'status' | 'finality'>;
}

interface Known {
  readonly answer?: Followed;
  /** When it came, by the clock of this machine. */
  readonly at?: number;
}

/** `asked`: by its time it is over, and no node has said so with a look-up after it. `over`: no node has it then. */
export type ProposalState = 'open' | 'found' | 'asked' | 'over';

/** Milliseconds until the bytes expire by the time of the chain, which alone counts; before it is known by this clock. */
export const leftMs = (expiresMs: number, nowMs: number, { answer, at = 0 }: Known): number =>
  expiresMs - nowMs - (answer === undefined ? 0 : answer.headMs - at);

/** Only a block at the expiry or after it shows that no later one takes the bytes. */
export function stateOf(expiresMs: number, nowMs: number, known: Known): ProposalState {
  const { answer } = known;
  if (answer !== undefined && answer.found.status !== 'not_found') return 'found';
  if (answer !== undefined && answer.headMs >= expiresMs) return 'over';
  return leftMs(expiresMs, nowMs, known) > 0 ? 'open' : 'asked';
}

/** Blocks become irreversible, and nodes catch up, within minutes on a healthy chain. */
const FOLLOWED_AFTER_EXPIRY_MS = 600_000;

/** Whether there is nothing left to ask. */
export const isSettled = (expiresMs: number, { headMs, found }: Followed): boolean =>
  found.finality === 'irreversible' || headMs > expiresMs + FOLLOWED_AFTER_EXPIRY_MS;
