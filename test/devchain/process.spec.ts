import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DevchainProcess } from '../harness/process/devchain-process';
import { NodeClient } from '../harness/node/node-client';
import { ShipReader } from '../harness/ship/ship-reader';
import { until } from '../harness/until';

/** Of a block every half second. */
const BLOCK_POLL_MS = 100;

interface Head {
  readonly head_block_num: number;
  readonly head_block_id: string;
}

describe('the process of the development chain', () => {
  const processes: DevchainProcess[] = [];
  const start = (env: NodeJS.ProcessEnv = {}): DevchainProcess => {
    const process = new DevchainProcess(env);
    processes.push(process);
    return process;
  };
  afterAll(() => {
    for (const process of processes) process.stop('SIGKILL');
  });

  describe.each<[NodeJS.Signals, NodeJS.ProcessEnv]>([
    ['SIGTERM', {}],
    ['SIGINT', { DEVCHAIN_SHIP_PORT: 'off' }],
  ])('that gets %s, with settings %j', (signal, env) => {
    let running: DevchainProcess;
    let node: NodeClient;
    beforeAll(async () => {
      running = start(env);
      node = new NodeClient(await running.url());
    });

    it('the process serves state history at the address that it prints, unless it is off', async () => {
      const address = / state_history (ws:\S+)\n/.exec(running.output)?.[1];
      expect(address === undefined).toBe(env.DEVCHAIN_SHIP_PORT === 'off');
      if (address === undefined) return;
      const reader = await ShipReader.connect(address);
      const { chainStateBeginBlock } = await reader.status();
      expect(chainStateBeginBlock).toBe(1);
      await reader.close();
    });

    it('the process makes blocks until the signal, and then ends in order', async () => {
      const head = async () => (await node.read<Head>('get_info')).head_block_num;
      const first = await head();
      await until(async () => (await head()) >= first + 2, BLOCK_POLL_MS);
      running.stop(signal);
      expect(await running.exitCode()).toBe(0);
      expect(running.output.split('\n').filter(Boolean)).toHaveLength(1);
    });
  });

  describe('with a state folder', () => {
    let folder: string;
    let first: { head: Head; exitCode: unknown; files: string[] };
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'devchain-'));
      first = await run(['SIGTERM', 'SIGINT']);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    /** Runs the chain of the folder until the signals, which arrive together. */
    const run = async (signals: NodeJS.Signals[], use?: (node: NodeClient) => Promise<void>) => {
      const running = start({ DEVCHAIN_STATE_DIR: folder });
      const node = new NodeClient(await running.url());
      await use?.(node);
      const head = await node.read<Head>('get_info');
      // The file of an earlier run: a chain that is not written leaves none.
      rmSync(path.join(folder, 'lab.state'), { force: true });
      for (const signal of signals) running.stop(signal);
      return { head, exitCode: await running.exitCode(), files: readdirSync(folder) };
    };

    it('the process keeps the chain when SIGTERM and SIGINT arrive together', () => {
      expect(first).toMatchObject({ exitCode: 0, files: ['lab.state'] });
    });

    it('the process continues after a restart from its last block, and keeps it at SIGHUP and SIGTERM', async () => {
      const { head_block_num: num, head_block_id: id } = first.head;
      const second = await run(['SIGHUP', 'SIGTERM'], async (node) => {
        expect(await node.read('get_block', { block_num_or_id: num })).toMatchObject({ id });
        expect((await node.read<Head>('get_info')).head_block_num).toBeGreaterThan(num);
      });
      expect(second).toMatchObject({ exitCode: 0, files: ['lab.state'] });
    });
  });

  it.each(['DEVCHAIN_PORT', 'DEVCHAIN_SHIP_PORT'])(
    'the process names %s when its port is taken, in one line',
    async (setting) => {
      const occupant = createServer().listen(0, '127.0.0.1');
      await once(occupant, 'listening');
      const { port } = occupant.address() as AddressInfo;
      const running = start({ DEVCHAIN_SHIP_PORT: '0', [setting]: String(port) });
      expect(await running.exitCode()).toBe(1);
      expect(running.output).toMatch(new RegExp(`^${setting}: port ${port} on 127.0.0.1 is taken; .*$`, 'm'));
      expect(running.output).not.toMatch(/^\s+at /m);
      occupant.close();
    },
  );

  it.each([
    [{ NODE_ENV: 'production' }, 'NODE_ENV=production'],
    [{ DEVCHAIN_HOST: '0.0.0.0' }, 'DEVCHAIN_ALLOW_REMOTE=true'],
    [{ DEVCHAIN_PORT: 'http' }, 'DEVCHAIN_PORT'],
  ])('the process refuses %j and says why', async (env, why) => {
    const running = start(env);
    expect(await running.exitCode()).toBe(1);
    expect(running.output).toContain(why);
    expect(running.output).not.toMatch(/^\s+at /m);
  });
});
