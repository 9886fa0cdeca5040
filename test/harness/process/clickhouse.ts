import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A ClickHouse with databases for one spec. */
export interface ClickhouseServer {
  /** URL of a new database. */
  createDatabase(name: string): string;
  /** Ends the process at once. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  resume(): Promise<void>;
}

/** An embedded ClickHouse behind HTTP in a process of its own. */
export async function startClickhouse(): Promise<ClickhouseServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'clickhouse-'));
  const script = path.join(__dirname, 'chdb-server.mjs');
  const start = (onPort: string): ChildProcess =>
    spawn(process.execPath, [script, process.env.CHDB!, folder, onPort], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  let child = start('0');
  const port = await firstLine(child);
  let count = 0;
  return {
    createDatabase: (name) => `clickhouse://127.0.0.1:${port}/${name}_${count++}`,
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    resume: async () => {
      child = start(port);
      await firstLine(child);
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
