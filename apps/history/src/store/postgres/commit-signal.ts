import type { Client } from 'pg';
import { withinTime } from './answer-limit';
import { closeWithoutAnswer, connectionOf } from './connection-pool';
import type { DatabaseLimits } from './database-limits';
import { COMMITTED_CHANNEL } from './postgres-database';

/**
 * Listens to the commits of a writer on a connection of its own. While it cannot listen (the server is away, or is a
 * replica, which allows no LISTEN), callers wait for their time alone, and each wait tries to listen again.
 */
export class CommitSignal {
  #client: Client | undefined;
  #isClosed = false;
  #isPending = false;
  #wake: (() => void) | undefined;

  constructor(
    private readonly url: string,
    private readonly limits: DatabaseLimits,
  ) {}

  /** Resolves with a commit that came since the last call, or after the time. */
  async next(timeoutMs: number): Promise<void> {
    if (this.#client === undefined && !this.#isClosed) await this.#listen();
    if (!this.#isPending && !this.#isClosed)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#wake = undefined;
    this.#isPending = false;
  }

  /** The next wait connects again. */
  disconnect(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
    this.disconnect();
  }

  async #listen(): Promise<void> {
    const { Client } = await import('pg');
    const client = new Client(connectionOf(this.url, this.limits));
    const lost = (): void => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => {
      this.#isPending = true;
      this.#wake?.();
    });
    try {
      await client.connect();
      closeWithoutAnswer(client);
      await withinTime(client.query(`LISTEN ${COMMITTED_CHANNEL}`), this.limits.connectMs);
      this.#client = client;
      if (this.#isClosed) return this.disconnect();
      // Commits that came before it listened.
      this.#isPending = true;
    } catch {
      // StoreTail.changes uses the same server, and reports its failure.
      client.end().catch(lost);
    }
  }
}
