import { isAtOrAbove, minimumLoan, type Position } from './rates';

/** Outcome of a loan that is asked for, in the order in which the contract checks it. */
export type Verdict = 'stale' | 'too_small' | 'too_risky' | 'queued' | 'lendable';

export interface AskedLoan {
  readonly position: Position;
  /** Units of USDT that its pool has. */
  readonly available: bigint;
  readonly maxLtvBps: number;
  /** Whether the price of the position is stale. */
  readonly isStale: boolean;
}

/** Whether a loan would be refused, queued or lent. Source: docs/contracts/loan.md, borrowing. */
export function verdictOf({ position, available, maxLtvBps, isStale }: AskedLoan): Verdict {
  if (isStale) return 'stale';
  if (position.debt < minimumLoan(position.price)) return 'too_small';
  if (isAtOrAbove(position, maxLtvBps)) return 'too_risky';
  return position.debt > available ? 'queued' : 'lendable';
}
