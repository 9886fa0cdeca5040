import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HistoryProcess } from '../harness/process/history-process';
import { freePorts } from '../harness/process/ports';
import { ModelChain } from '../harness/ship/model-chain';
import { ShipServer } from '../harness/ship/ship-server';

const DEFECTS = ['--require', path.join(__dirname, '../harness/process/unexpected-errors.cjs')];

describe('the history node with a defect', () => {
  let ship: ShipServer;
  let folder: string;
  let managementPort: number;
  let history: HistoryProcess;

  const start = () =>
    new HistoryProcess(
      {
        HISTORY_SHIP_URL: ship.url,
        HISTORY_STATE_DIR: folder,
        HISTORY_MANAGEMENT_PORT: String(managementPort),
      },
      DEFECTS,
    );

  beforeEach(async () => {
    const chain = new ModelChain();
    chain.extend(5, 1);
    ship = await ShipServer.start(chain);
    folder = mkdtempSync(path.join(tmpdir(), 'history-defect-'));
    managementPort = await freePorts();
    history = start();
    await history.url();
  });
  afterEach(async () => {
    await history.stop('SIGKILL');
    await ship.close();
    rmSync(folder, { recursive: true });
  });

  const statusOf = async (route: string): Promise<number> =>
    (await fetch(`${await history.url()}${route}`)).status;

  it('logs and counts an unhandled rejection, and keeps serving', async () => {
    history.signal('SIGUSR2');
    await history.printed(/"level":"error".*"stack":"Error: a promise that was dropped\\n +at /);
    const metrics = await fetch(`http://127.0.0.1:${managementPort}/metrics`);
    expect(await metrics.text()).toContain('history_unexpected_errors_total{kind="rejection"} 1');
    expect(await statusOf('/v2/health')).toBe(200);
  });

  it('logs an uncaught exception, and ends with 1', async () => {
    history.signal('SIGPIPE');
    expect(await history.exitCode()).toBe(1);
    expect(history.output).toMatch(
      /"level":"fatal".*"stack":"Error: an exception in an event handler\\n +at /,
    );
  });

  it('ends with 1 after an uncaught exception while a client does not finish its request', async () => {
    const request = openRequest(`${await history.url()}/v1/history/get_actions`, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-length': 2 },
    });
    const cutOff = once(request, 'error');
    request.flushHeaders();
    await once(request, 'continue');
    history.signal('SIGPIPE');
    expect(await history.exitCode()).toBe(1);
    expect(history.output).toContain('requests in flight were cut off');
    expect(await cutOff).toMatchObject([{ code: 'ECONNRESET' }]);
  });

  it('ends with 1 after an unhandled rejection on the thread that writes, and starts again', async () => {
    history.signal('SIGWINCH');
    expect(await history.exitCode()).toBe(1);
    expect(history.output).toContain('The history cannot go on.\na promise that a thread dropped');
    history = start();
    expect(await statusOf('/v2/health')).toBe(200);
  });
});
