import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A ClickHouse with databases for one spec. */
export interface ClickhouseServer {
  /** URL of a new database. */
  createDatabase(name: string): string;
  /** Ends the process at once. */
  kill(): Promise<void>;
  /**
   * Starts it again on the same data and port.
   * @param grants rights of its user; default: all
   */
  resume(grants?: readonly string[]): Promise<void>;
}

/** An embedded ClickHouse behind HTTP in a process of its own. */
export async function startClickhouse(): Promise<ClickhouseServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'clickhouse-'));
  const script = path.join(__dirname, 'chdb-server.mjs');
  const start = (onPort: string, configuration: string[] = []): ChildProcess =>
    spawn(process.execPath, [script, process.env.CHDB!, folder, onPort, ...configuration], {
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
    resume: async (grants) => {
      child = start(port, grants === undefined ? [] : [configurationOf(grants)]);
      await firstLine(child);
    },
  };
}

/** A file with a configuration of ClickHouse whose only user has these rights. */
function configurationOf(grants: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'clickhouse-user-'));
  const queries = grants.map((grant) => `<query>${grant}</query>`).join('');
  const users = path.join(folder, 'users.xml');
  writeFileSync(
    users,
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users><default><password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota><grants>${queries}</grants></default></users></clickhouse>`,
  );
  const file = path.join(folder, 'config.xml');
  writeFileSync(file, `<clickhouse><users_config>${users}</users_config></clickhouse>`);
  return file;
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
