import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HistoryProcess } from '../harness/process/history-process';
import { freePorts } from '../harness/process/ports';
import { PRINTS_FLAGS } from '../harness/process/prints-flags';
import { ModelChain } from '../harness/ship/model-chain';
import { ShipServer } from '../harness/ship/ship-server';

const DEFECTS = path.join(__dirname, '../harness/process/unexpected-errors.cjs');

describe('the process of the history node', () => {
  let ship: ShipServer;
  let folder: string;
  let managementPort: number;
  let history: HistoryProcess;

  beforeAll(async () => {
    const chain = new ModelChain();
    chain.extend(5, 1);
    ship = await ShipServer.start(chain);
    folder = mkdtempSync(path.join(tmpdir(), 'history-process-'));
    managementPort = await freePorts();
    history = start();
    await history.url();
  });
  afterAll(async () => {
    await history.stop('SIGKILL');
    await ship.close();
    rmSync(folder, { recursive: true });
  });

  const start = () =>
    new HistoryProcess(
      {
        HISTORY_SHIP_URL: ship.url,
        HISTORY_STATE_DIR: folder,
        HISTORY_MANAGEMENT_PORT: String(managementPort),
        HISTORY_DATABASE_CONNECT_TIMEOUT_MS: '500',
        HISTORY_DATABASE_READ_TIMEOUT_MS: '500',
      },
      ['--require', DEFECTS, '--import', PRINTS_FLAGS],
    );
  const statusOf = async (route: string): Promise<number> =>
    (await fetch(`${await history.url()}${route}`)).status;

  it('a history process turns pretenuring off before it listens', () => {
    expect(history.output).toMatch(/V8 flags: --no-allocation-site-pretenuring\n[^]*history listening on/);
  });

  it('a history process ends with 1 and names HISTORY_STATE_DIR when that is no folder', async () => {
    const other = new HistoryProcess({ HISTORY_SHIP_URL: ship.url, HISTORY_STATE_DIR: __filename });
    expect(await other.exitCode()).toBe(1);
    expect(other.output).toContain(
      `The history node cannot start.\nHISTORY_STATE_DIR: cannot write to ${__filename} (EEXIST: `,
    );
    expect(other.output).not.toMatch(/^ +at /m);
  });

  it('a history process logs and counts an unhandled rejection, and keeps serving', async () => {
    history.signal('SIGUSR2');
    await history.printed(/"level":"error".*"stack":"Error: a promise that was dropped\\n +at /);
    const metrics = await fetch(`http://127.0.0.1:${managementPort}/metrics`);
    expect(await metrics.text()).toContain('history_unexpected_errors_total{kind="rejection"} 1');
    expect(await statusOf('/v2/health')).toBe(200);
  });

  it('a history process ends with 1 after an unhandled rejection on the writing thread, and starts again', async () => {
    history.signal('SIGWINCH');
    expect(await history.exitCode()).toBe(1);
    expect(history.output).toContain('The history cannot continue.\na promise that a thread dropped');
    history = start();
    expect(await statusOf('/v2/health')).toBe(200);
  });

  it('a history process logs an uncaught exception, and ends with 1', async () => {
    history.signal('SIGPIPE');
    expect(await history.exitCode()).toBe(1);
    expect(history.output).toMatch(
      /"level":"fatal".*"stack":"Error: an exception in an event handler\\n +at /,
    );
  });

  it('a history process that ends waits at least 10 s for an unfinished request, and cuts it off', async () => {
    await history.stop('SIGKILL');
    history = start();
    const request = openRequest(`${await history.url()}/v1/history/get_actions`, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 2 },
    });
    const cutOff = once(request, 'error');
    request.flushHeaders();
    await once(request, 'continue');
    history.signal('SIGPIPE');
    expect(await history.exitCode()).toBe(1);
    expect(history.output).toMatch(/"drainMs":10000,.*requests in flight were cut off/);
    expect(await cutOff).toMatchObject([{ code: 'ECONNRESET' }]);
  });
});
