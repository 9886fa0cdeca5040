import { setTimeout as wait } from 'node:timers/promises';
import type { FollowLog } from '../follow/follow-log';
import { SecondWriterError } from '../store/errors';
import type { ColdMoves, ColdProgress } from '../store/port';
import type { TransferMaker } from '../cold-sql/transfer-maker';

/** Blocks become irreversible meanwhile. */
const IDLE_MS = 10_000;
/** A ClickHouse that starts again is away for about as long; what is not moved yet is answered by the store. */
const RETRY_MS = 30_000;

interface Moving {
  readonly moves: ColdMoves;
  /** Makes the transfers of ranges while nothing is to be moved; default: none are made. */
  readonly transfers?: Pick<TransferMaker, 'step'> | undefined;
  readonly logger: FollowLog;
  readonly moved: (progress: ColdProgress) => void;
  /** Milliseconds between steps; default: those above. */
  readonly pauses?: { readonly idleMs: number; readonly retryMs: number };
}

const PAUSES = { idleMs: IDLE_MS, retryMs: RETRY_MS };

/**
 * Moves the rows of old blocks into the cold tier beside the follower until the signal. A failure is logged once until the next
 * step that succeeds: the follower and the answers continue, and the store keeps what it could not move.
 */
export async function moveActions(
  { moves, transfers, logger, moved, pauses = PAUSES }: Moving,
  signal: AbortSignal,
): Promise<void> {
  let logged: string | undefined;
  while (!signal.aborted) {
    let pauseMs = pauses.idleMs;
    let failure = 'old blocks could not be moved into the cold tier';
    try {
      const progress = await moves.step(signal);
      if (progress !== undefined) moved(progress);
      failure = 'transfers of moved blocks could not be decoded for SQL';
      const made = progress === undefined ? await transfers?.step(signal) : undefined;
      if (made !== undefined) {
        const { first, last, transfers: count } = made;
        logger.info({ first, last, transfers: count }, 'transfers of moved blocks were decoded for SQL');
      }
      logged = undefined;
      if (progress !== undefined || made !== undefined) continue;
    } catch (error) {
      if (signal.aborted) return;
      pauseMs = pauses.retryMs;
      const text = String(error);
      // Another process writes, and moves.
      if (!(error instanceof SecondWriterError) && text !== logged) logger.error({ err: error }, failure);
      logged = text;
    }
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
