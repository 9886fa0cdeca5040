import type { Clock } from '@app/operations';
import { ConnectError, isRefusal, NodeEndedError } from './follow-errors';
import type { FollowLog } from './follow-log';

/** A node that starts later than the history node, or starts again, is reached within this time as a rule. */
const LASTING_MS = 3000;

/**
 * Logs the failures of a follower, each message once until the follower recovers. A connection that cannot be made, or
 * that the node ended in order, is logged when it still fails after LASTING_MS; any other failure is logged at once.
 */
export class FailureLog {
  #logged: string | undefined;
  #unreachedSinceMs: number | undefined;

  constructor(
    private readonly logger: FollowLog,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  failed(error: unknown, message: string): void {
    if (error instanceof ConnectError || error instanceof NodeEndedError) {
      const nowMs = this.clock.monotonicMs();
      this.#unreachedSinceMs ??= nowMs;
      if (nowMs - this.#unreachedSinceMs < LASTING_MS || message === this.#logged) return;
      this.logger.warn({ err: error }, 'the node cannot be reached');
    } else {
      if (message === this.#logged) return;
      const text = isRefusal(error) ? 'a message of the node was refused' : 'following the node failed';
      this.logger.error({ err: error }, text);
    }
    this.#logged = message;
  }

  /** The node was reached. Failures behind the connection stay logged. */
  connected(): void {
    this.#unreachedSinceMs = undefined;
  }

  /** The follower works again: the next failure is logged, whatever its message. */
  recovered(): void {
    this.#logged = undefined;
  }
}
