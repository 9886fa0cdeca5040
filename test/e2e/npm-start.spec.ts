import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { longOr } from '../harness/long';
import { freePorts } from '../harness/process/ports';
import { Product } from '../harness/process/product';

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );

/** Whether something listens there, of any protocol. */
const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false));
  });

/** Resolves when the mirror at `url` serves a history node that is well: it starts beside the gateway. */
async function historyServed(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/v2/health`);
    const { health = [] } = (await answer.json()) as { health?: { status: string }[] };
    if (health.length === 3 && health.every(({ status }) => status === 'OK')) return;
    await delay(200);
  }
}

/** A line of `--json`. */
type Line = Readonly<Record<string, unknown>>;

/** The complete lines: the last one may still be arriving. */
const linesOf = (output: string): string[] => output.split('\n').slice(0, -1);

/** A chain without traders starts in half of the time. */
const PLAIN = { DEVCHAIN_SIMULATION: 'off' };

async function expectEndedCleanly(
  product: Product,
  signal: NodeJS.Signals,
  ports: { readonly gateway?: number } = {},
): Promise<void> {
  const { gateway, management, devchain, history } = { ...product.ports, ...ports };
  expect(await product.ended(signal)).toBe(0);
  for (const port of [gateway, management, devchain, devchain + 1, history, history + 1]) {
    expect(await isListening(port)).toBe(false);
  }
}

describe('the processes of a start', () => {
  let product: Product | undefined;
  afterEach(async () => {
    await product?.ended('SIGTERM');
    product = undefined;
  });

  describe('with --ports alone', () => {
    let running: Product;
    beforeAll(async () => {
      running = await Product.launchByNpm();
      await running.printed('Ctrl-C stops everything');
    });
    afterAll(() => running.ended('SIGTERM'));

    it('npm start prints the URLs, the accounts with their keys, and that no real funds are involved', async () => {
      expect(running.output).toContain(`${running.url}/docs`);
      expect(running.output).toContain(`${running.url}/mcp`);
      expect(running.output).toContain('NO REAL FUNDS');
      const accounts = (await (
        await fetch(`http://127.0.0.1:${running.ports.devchain}/devchain/accounts`)
      ).json()) as { name: string; private_key: string; permissions: { private_key: string }[] }[];
      expect(accounts.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['alice', 'bob', 'carol', 'eosio']),
      );
      for (const { name, permissions } of accounts) {
        expect(running.output).toMatch(new RegExp(`^ +${name}\\b`, 'm'));
        for (const { private_key } of permissions) expect(running.output).toContain(`${private_key}  `);
      }
      expect(running.output).toMatch(/^ +alice +10 BTC, 1000000 USDT, 1000000 NATIVE, 100000 TPF$/m);
      const health = await fetch(`${running.url}/health`);
      expect(await health.json()).toEqual({ ok: true });
    });

    it('npm start --ports moves every port of the run', async () => {
      const base = running.ports.gateway;
      await running.printed(`${base + 8}`);
      for (const offset of [0, 1, 2, 3, 4, 5, 6, 7, 8]) expect(await accepts(base + offset)).toBe(true);
    });

    it('npm start serves the history of both networks through the mirror', async () => {
      for (const network of ['mainnet', 'testnet']) {
        const url = `${running.url}/${network}`;
        await historyServed(url);
        const answer = await fetch(`${url}/v2/history/get_actions?account=alice&limit=1`);
        expect(answer.headers.get('x-upstream')).toBe('history');
        expect(await answer.json()).toMatchObject({ actions: [{ receipts: expect.any(Array) }] });
        const block = await fetch(`${url}/v1/trace_api/get_block`, {
          method: 'POST',
          body: '{"block_num":2}',
        });
        expect(await block.json()).toMatchObject({ number: 2, transactions: expect.any(Array) });
        const legacy = await fetch(`${url}/v1/history/get_actions`, {
          method: 'POST',
          body: '{"account_name":"alice"}',
        });
        expect(await legacy.json()).toMatchObject({ actions: expect.any(Array) });
      }
    });

    it('npm start ends everything cleanly on SIGINT, its history node included', () =>
      expectEndedCleanly(running, 'SIGINT'));
  });

  describe('with --json and without a history node', () => {
    let port: number;
    let json: Product;
    let ready: Line;
    beforeAll(async () => {
      port = await freePorts();
      json = await Product.launch({ DEVCHAIN_SIMULATION: 'on', DEVCHAIN_SEED: 'one', HISTORY: 'off' }, [
        ...['--port', String(port), '--no-simulation', '--seed', 'other', '--json'],
      ]);
      await json.printed('"msg":"ready"}\n');
      ready = JSON.parse(linesOf(json.output).find((line) => line.endsWith('"msg":"ready"}'))!) as Line;
    });
    afterAll(() => json.ended('SIGTERM'));

    it('flags of npm start override the environment: ports, simulation, seed', async () => {
      expect(ready.gateway).toBe(`http://127.0.0.1:${port}`);
      const [mainnet, testnet] = ready.chains as { url: string; accounts: { public_key: string }[] }[];
      expect(mainnet!.accounts[0]!.public_key).not.toBe(testnet!.accounts[0]!.public_key);
      const producers = (await (
        await fetch(`${mainnet!.url}/v1/chain/get_producer_schedule`, { method: 'POST' })
      ).json()) as { active: { producers: { producer_name: string }[] } };
      // The producers are simulated actors; without them the system account makes the blocks.
      expect(producers.active.producers.map(({ producer_name: name }) => name)).toEqual(['eosio']);
    });

    it('npm start --json prints JSON lines only, with networks, chains and accounts', () => {
      expect(ready).toMatchObject({
        level: 'info',
        networks: [
          { name: 'mainnet', profile: { ok: true } },
          { name: 'testnet', profile: { ok: true } },
        ],
      });
      for (const line of linesOf(json.output)) expect(() => JSON.parse(line) as unknown).not.toThrow();
    });

    it('npm start runs without a history node when HISTORY is off', async () => {
      expect(ready.histories).toEqual([]);
      expect(await isListening(json.ports.history)).toBe(false);
      expect((await fetch(`http://127.0.0.1:${port}/v2/health`)).status).toBe(404);
    });

    it('npm start ends everything cleanly on SIGTERM', () =>
      expectEndedCleanly(json, 'SIGTERM', { gateway: port }));
  });

  it('npm start names all taken ports in one message, and starts nothing', async () => {
    const devchain = await freePorts(2);
    const management = await freePorts();
    // The gateway may take it for a node and stay connected: then it would never close.
    const occupants = [devchain + 1, management].map((port) =>
      createServer((socket) => socket.destroy()).listen(port, '127.0.0.1'),
    );
    await Promise.all(occupants.map((occupant) => once(occupant, 'listening')));
    product = await Product.launch({
      ...PLAIN,
      ...{ DEVCHAIN_PORT: String(devchain), HISTORY_MANAGEMENT_PORT: String(management) },
    });
    const code = await product.ended();
    for (const occupant of occupants) occupant.close();
    expect(code).toBe(1);
    expect(product.output.trim().split('\n')).toEqual([
      'These ports are taken:',
      expect.stringMatching(`^  ${devchain + 1} +chain testnet +DEVCHAIN_PORT$`),
      expect.stringMatching(`^  ${management} +management of the history node +HISTORY_MANAGEMENT_PORT$`),
      expect.stringMatching(/npm start -- --ports \d+$/),
    ]);
  });

  const printsAddresses = async () => {
    product = await Product.launch(PLAIN, ['--quiet']);
    const { gateway, devchain, history } = product.ports;
    await product.printed(`history  http://127.0.0.1:${history + 1}\n`);
    expect(linesOf(product.output)).toEqual([
      `gateway  http://127.0.0.1:${gateway}`,
      `mainnet  http://127.0.0.1:${devchain}`,
      `testnet  http://127.0.0.1:${devchain + 1}`,
      `history  http://127.0.0.1:${history}`,
      `history  http://127.0.0.1:${history + 1}`,
    ]);
  };
  // The short form has --quiet of `npm run devchain` (command-line.spec.ts).
  if (longOr(true, false)) it('npm start --quiet prints the addresses alone', printsAddresses);

  it('npm start prints nothing of the other programs after one has failed', async () => {
    // The history node ends at once; the others have lines to print while they stop.
    product = await Product.launch({ ...PLAIN, HISTORY_FOLLOW: 'sometimes' });
    expect(await product.ended()).toBe(1);
    const lines = linesOf(product.output);
    expect(lines.findIndex((line) => line.startsWith('history ended'))).toBe(lines.length - 1);
  });

  it('npm start names a wrong setting, its allowed values, and an example', async () => {
    // The chain and the gateway read it: the first of them ends the start.
    product = await Product.launch({ ...PLAIN, HISTORY: 'off', LOG_LEVEL: 'loud' });
    expect(await product.ended()).toBe(1);
    expect(product.output).toMatch(/^LOG_LEVEL: .*trace, debug, info, warn, error, fatal/m);
    expect(product.output).toContain('for example LOG_LEVEL=info');
    expect(product.output).not.toMatch(/^\s+at /m);
  });

  it('npm run devchain refuses production', async () => {
    product = await Product.launch({ NODE_ENV: 'production' }, [], 'devchain');
    expect(await product.ended()).toBe(1);
    expect(product.output).toContain('NODE_ENV=production');
  });
});
