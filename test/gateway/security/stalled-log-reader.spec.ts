import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../../harness/process/ports';
import { mainOf } from '../../harness/process/programs';

const ENTRY = mainOf('gateway');

describe('the gateway whose standard output is a pipe that is not read', () => {
  let child: ChildProcessByStdio<null, Readable, null>;
  let url: string;
  let managementUrl: string;
  beforeAll(async () => {
    const [port, managementPort] = [await freePorts(), await freePorts()];
    url = `http://127.0.0.1:${port}`;
    managementUrl = `http://127.0.0.1:${managementPort}`;
    const env = {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ PORT: String(port), MANAGEMENT_PORT: String(managementPort), SHUTDOWN_DELAY_MS: '0' },
      ...{ LOG_SUCCESS_EVERY: '1', LOG_BUFFER_BYTES: '65536', RATE_LIMIT_MIRROR: '0' },
    };
    // Without a listener Node reads nothing from the pipe, which holds 64 KiB.
    child = spawn(process.execPath, [ENTRY], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    while (!(await isServed())) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
      await delay(50);
    }
  });
  afterAll(() => child.kill('SIGKILL'));

  const isServed = (): Promise<boolean> =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  /** Sends requests, 50 at once. Each is logged, with 200 characters of its path. */
  const request = async (times: number): Promise<void> => {
    const one = async (): Promise<number> => {
      const answer = await fetch(`${url}/health?${'x'.repeat(300)}`);
      await answer.text();
      return answer.status;
    };
    for (let sent = 0; sent < times; sent += 50)
      expect(await Promise.all(Array.from({ length: 50 }, one))).toEqual(Array(50).fill(200));
  };
  const dropped = async (): Promise<number> => {
    const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
    return Number(/^gateway_log_lines_dropped_total\{reason="stalled"\} (\d+)$/m.exec(metrics)?.[1] ?? 0);
  };
  const fillBuffer = async (): Promise<void> => {
    const before = await dropped();
    while ((await dropped()) === before) await request(100);
  };

  it('the gateway whose log is not read answers every request, and reports the dropped lines later', async () => {
    await fillBuffer();
    const before = await dropped();
    await request(500);
    const after = await dropped();
    expect(after - before).toBeGreaterThanOrEqual(500);

    let log = '';
    const read = (text: string) => (log += text);
    child.stdout.setEncoding('utf8').on('data', read);
    const reported = /^\{.*"dropped":(\d+),.*log lines were dropped: standard output was not read.*$/m;
    while (!reported.test(log)) await delay(20);
    child.stdout.off('data', read).pause();
    expect(Number(reported.exec(log)?.[1])).toBeGreaterThanOrEqual(after);
    const kept = log.slice(0, log.search(reported));
    // Those in the pipe, in the buffer of 64 KiB, and the piece that is being written.
    expect(Buffer.byteLength(kept)).toBeLessThan(1_048_576);
  });

  it('the gateway whose log is not read exits with 0 on SIGTERM', async () => {
    await fillBuffer();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
