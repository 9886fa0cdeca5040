import { once } from 'node:events';
import { createServer } from 'node:net';
import { DevchainProcess } from '../harness/process/devchain-process';
import { freePorts } from '../harness/process/ports';
import { until } from '../harness/until';

const NAMES = { DEVCHAIN_NAME: 'lab,other' };

describe('two development chains in one process', () => {
  let running: DevchainProcess | undefined;
  afterEach(async () => {
    running?.stop('SIGKILL');
    await running?.exitCode();
  });

  it('both chains are served, with ids of their own, and end at a signal', async () => {
    const port = await freePorts(2);
    running = new DevchainProcess({ ...NAMES, DEVCHAIN_PORT: String(port), DEVCHAIN_SHIP_PORT: 'off' });
    expect(await running.url()).toBe(`http://127.0.0.1:${port}`);
    await until(() => running!.output.includes('devchain other listening on'));
    const ids = await Promise.all(
      [port, port + 1].map(async (each) => {
        const answer = await fetch(`http://127.0.0.1:${each}/v1/chain/get_info`);
        return ((await answer.json()) as { chain_id: string }).chain_id;
      }),
    );
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(running.output).toContain(`chain_id ${id}`);
    running.stop('SIGTERM');
    expect(await running.exitCode()).toBe(0);
  });

  it('the process ends with the reason when the second chain cannot listen', async () => {
    const port = await freePorts(2);
    const occupant = createServer().listen(port + 1, '127.0.0.1');
    await once(occupant, 'listening');
    running = new DevchainProcess({ ...NAMES, DEVCHAIN_PORT: String(port), DEVCHAIN_SHIP_PORT: 'off' });
    expect(await running.exitCode()).toBe(1);
    occupant.close();
    expect(running.output).toContain(`The development chain cannot start.`);
    expect(running.output).toContain(String(port + 1));
    expect(running.output).not.toContain('listening on');
  });
});
