import type { Client } from 'pg';
import { COMMITTED_CHANNEL } from './postgres-database';

/**
 * Listens to the commits of a writer on a connection of its own. While it cannot listen (the server is away, or is a
 * replica, which allows no LISTEN), callers wait for their time alone, and each wait tries to listen again.
 */
export class CommitSignal {
  private client: Client | undefined;
  private isClosed = false;
  private isPending = false;
  private wake: (() => void) | undefined;

  constructor(private readonly url: string) {}

  /** Resolves with a commit that came since the last call, or after the time. */
  async next(timeoutMs: number): Promise<void> {
    if (this.client === undefined && !this.isClosed) await this.listen();
    if (!this.isPending && !this.isClosed)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.wake = undefined;
    this.isPending = false;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.wake?.();
    const { client } = this;
    this.client = undefined;
    await client?.end();
  }

  private async listen(): Promise<void> {
    const { Client } = await import('pg');
    const client = new Client({ connectionString: this.url });
    const lost = (): void => {
      if (this.client === client) this.client = undefined;
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => {
      this.isPending = true;
      this.wake?.();
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${COMMITTED_CHANNEL}`);
      this.client = client;
      // Commits that came before it listened.
      this.isPending = true;
    } catch {
      // StoreTail.changes meets the same server, and reports its failure.
      await client.end().catch(lost);
    }
  }
}
