import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { freePorts } from '../../harness/process/ports';
import { mainOf } from '../../harness/process/programs';

const ENTRY = mainOf('gateway');

describe('the gateway whose log cannot be written', () => {
  let child: ChildProcess;
  afterEach(() => child.kill('SIGKILL'));

  it('the gateway whose log cannot be written serves, and exits with 0 on a signal', async () => {
    const port = await freePorts();
    const env = {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ PORT: String(port), MANAGEMENT_PORT: '0', LOG_SUCCESS_EVERY: '1', SHUTDOWN_DELAY_MS: '0' },
    };
    // Every write to it fails: no space left on device.
    const full = openSync('/dev/full', 'w');
    child = spawn(process.execPath, [ENTRY], { env, stdio: ['ignore', full, 'inherit'] });
    const ended = once(child, 'close');
    const isServed = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (!(await isServed())) {
      if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    for (let time = 0; time < 20; time += 1) expect(await isServed()).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});
