import { randomUUID } from 'node:crypto';
import type { Client as PostgresClient, ClientConfig, Pool, PoolConfig } from 'pg';
import type { DatabaseLimits } from './database-limits';
import { RESULT_TYPES } from './result-types';

export interface PoolOptions {
  readonly limits: DatabaseLimits;
  readonly connections: number;
  /** Milliseconds after which the server stops a statement. */
  readonly statementMs: number;
  /** Callers wait no longer for a connection in use than for a new one. A writer waits for its own transactions. */
  readonly limitsWait: boolean;
}

/** After this time without a message each side asks whether the other is there. */
const KEEP_ALIVE_SECONDS = 30;
/** Three of these later the server ends the session of a writer whose machine has failed, which frees the lock. */
const KEEP_ALIVE_INTERVAL_SECONDS = 10;
const SERVER_KEEP_ALIVE = [
  `-c tcp_keepalives_idle=${KEEP_ALIVE_SECONDS}`,
  `-c tcp_keepalives_interval=${KEEP_ALIVE_INTERVAL_SECONDS}`,
  '-c tcp_keepalives_count=3',
].join(' ');

/** The server shows it for each session of this process, and of no other one. */
const APPLICATION_NAME = `history ${randomUUID()}`;

/** Settings of a connection; those of the URL take precedence. */
export const connectionOf = (url: string, { connectMs }: DatabaseLimits): ClientConfig => ({
  connectionString: url,
  application_name: APPLICATION_NAME,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 1000 * KEEP_ALIVE_SECONDS,
  options: SERVER_KEEP_ALIVE,
});

/** Closes a connection once its end is sent: a server that has failed never confirms it. */
export function closeWithoutAnswer({ connection: { stream } }: PostgresClient): void {
  stream.once('finish', () => stream.destroy());
}

/** Creates pools of connections to a database. The package is loaded when it is needed: it takes 10 MB. */
export async function poolsTo(url: string): Promise<(options: PoolOptions) => Pool> {
  const { Client, Pool } = await import('pg');
  return ({ limits, connections, statementMs, limitsWait }) => {
    const connection = connectionOf(url, limits);
    class TimedClient extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionTimeoutMillis: limits.connectMs });
      }
    }
    const pool = new Pool({
      ...connection,
      Client: TimedClient,
      max: connections,
      connectionTimeoutMillis: limitsWait ? limits.connectMs : undefined,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: limits.idleTransactionMs,
      // An idle connection stays: that of a writer holds its lock.
      idleTimeoutMillis: 0,
      types: RESULT_TYPES as PoolConfig['types'],
    });
    // A lost connection is reported by the statement that runs on it, or by the next one.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      closeWithoutAnswer(client);
    });
    return pool;
  };
}
