import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DevchainProcess } from '../harness/process/devchain-process';
import { NodeClient } from '../harness/node/node-client';
import { ShipReader } from '../harness/ship/ship-reader';

interface Head {
  readonly head_block_num: number;
  readonly head_block_id: string;
}

describe('the process of the development chain', () => {
  let running: DevchainProcess | undefined;
  afterEach(() => {
    running?.stop('SIGKILL');
    running = undefined;
  });

  it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
    'makes blocks until %s, and then ends in order',
    async (signal) => {
      running = new DevchainProcess({});
      const node = new NodeClient(await running.url());
      const head = async () => (await node.read<Head>('get_info')).head_block_num;
      const first = await head();
      while ((await head()) < first + 2);
      running.stop(signal);
      expect(await running.exitCode()).toBe(0);
      expect(running.output.split('\n').filter(Boolean)).toHaveLength(1);
    },
  );

  it('continues after a restart from its last block when it has a state folder', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'devchain-'));
    const env = { DEVCHAIN_STATE_DIR: folder };
    running = new DevchainProcess(env);
    const info = await new NodeClient(await running.url()).read<Head>('get_info');
    running.stop('SIGTERM');
    expect(await running.exitCode()).toBe(0);
    running = new DevchainProcess(env);
    const node = new NodeClient(await running.url());
    expect(await node.read('get_block', { block_num_or_id: info.head_block_num })).toMatchObject({
      id: info.head_block_id,
    });
    expect((await node.read<Head>('get_info')).head_block_num).toBeGreaterThan(info.head_block_num);
    running.stop('SIGTERM');
    expect(await running.exitCode()).toBe(0);
    rmSync(folder, { recursive: true });
  });

  it.each<[NodeJS.Signals, NodeJS.Signals]>([
    ['SIGTERM', 'SIGINT'],
    ['SIGHUP', 'SIGTERM'],
  ])('keeps the chain when %s and %s arrive together', async (first, second) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'devchain-'));
    running = new DevchainProcess({ DEVCHAIN_STATE_DIR: folder });
    await running.url();
    running.stop(first);
    running.stop(second);
    expect(await running.exitCode()).toBe(0);
    expect(readdirSync(folder)).toContain('lab.state');
    rmSync(folder, { recursive: true });
  });

  it.each(['DEVCHAIN_PORT', 'DEVCHAIN_SHIP_PORT'])(
    'names %s when its port is taken, in one line',
    async (setting) => {
      const occupant = createServer().listen(0, '127.0.0.1');
      await once(occupant, 'listening');
      const { port } = occupant.address() as AddressInfo;
      running = new DevchainProcess({ DEVCHAIN_SHIP_PORT: '0', [setting]: String(port) });
      expect(await running.exitCode()).toBe(1);
      expect(running.output).toMatch(new RegExp(`^${setting}: port ${port} on 127.0.0.1 is taken; .*$`, 'm'));
      expect(running.output).not.toMatch(/^\s+at /m);
      occupant.close();
    },
  );

  it('serves state history at the address that it prints, unless it is off', async () => {
    running = new DevchainProcess();
    await running.url();
    const [, address] = / state_history (ws:\S+)\n/.exec(running.output)!;
    const reader = await ShipReader.connect(address!);
    const { chainStateBeginBlock } = await reader.status();
    expect(chainStateBeginBlock).toBe(1);
    await reader.close();
    running.stop('SIGTERM');
    expect(await running.exitCode()).toBe(0);
    running = new DevchainProcess({ DEVCHAIN_SHIP_PORT: 'off' });
    await running.url();
    expect(running.output).not.toContain('state_history');
  });

  it.each([
    [{ NODE_ENV: 'production' }, 'NODE_ENV=production'],
    [{ DEVCHAIN_HOST: '0.0.0.0' }, 'DEVCHAIN_ALLOW_REMOTE=true'],
    [{ DEVCHAIN_PORT: 'http' }, 'DEVCHAIN_PORT'],
  ])('refuses %j and says why', async (env, why) => {
    running = new DevchainProcess(env);
    expect(await running.exitCode()).toBe(1);
    expect(running.output).toContain(why);
    expect(running.output).not.toMatch(/^\s+at /m);
  });
});
