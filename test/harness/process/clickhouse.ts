import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { madeOnce } from '../made-once';

/** A ClickHouse with databases for one spec. */
export interface ClickhouseServer {
  /** URL of a new database. */
  createDatabase(name: string): string;
  /** Ends the process at once. */
  kill(): Promise<void>;
}

/** The server of the specs of this worker that do not end it. It ends with the worker. */
export const sharedClickhouse = madeOnce(() => startClickhouse());

/** An embedded ClickHouse behind HTTP in a process of its own. */
export async function startClickhouse(): Promise<ClickhouseServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'clickhouse-'));
  const script = path.join(__dirname, 'chdb-server.mjs');
  const child = spawn(process.execPath, [script, process.env.CHDB!, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await firstLine(child);
  let count = 0;
  return {
    createDatabase: (name) => `clickhouse://127.0.0.1:${port}/${name}_${count++}`,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface(child.stdout!);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`ClickHouse ended with ${String(code)}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  child.unref();
  return line;
}
