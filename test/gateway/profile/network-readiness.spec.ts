import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { type Readiness, ReadinessRegistry } from '@app/operations';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { FakeNode } from '../../harness/fake-node/fake-node';
import { lyingNode } from '../../harness/fake-node/lying-node';
import { LONG_NODE_TIMEOUTS } from '../../harness/gateway/long-timeouts';
import { TestChain } from '../../harness/node/test-chain';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { freePorts } from '../../harness/process/ports';
import { until as untilTrue } from '../../harness/until';

describe('readiness and the nodes of the networks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'readiness-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let chain: TestChain | undefined;
  let gateway: RunningGateway;
  afterEach(async () => {
    await gateway.close();
    await chain?.close();
    chain = undefined;
  });

  const start = async (
    networks: Readonly<Record<string, { url: string; chainId?: string }>>,
    env: NodeJS.ProcessEnv = {},
  ) => {
    const file = path.join(folder, 'networks.yaml');
    const entries = Object.entries(networks).map(
      ([name, { url, chainId = 'first-contact' }]) =>
        `  ${name}: { chain_id: '${chainId}', profile: '${developmentProfileFile()}', nodes: ['${url}'] }`,
    );
    writeFileSync(file, `networks:\n${entries.join('\n')}\n`);
    gateway = await startGateway([], undefined, { ...LONG_NODE_TIMEOUTS, NETWORKS_FILE: file, ...env });
  };
  const state = () => gateway.app.get(ReadinessRegistry).state();
  /** The state once it is as wanted. */
  const until = async (isWanted: (now: Readiness) => boolean): Promise<Readiness> => {
    await untilTrue(() => isWanted(state()));
    return state();
  };
  const isProbed = ({ checks }: Readiness) =>
    Object.values(checks).every(({ detail }) => detail !== 'not probed yet');
  const deadUrl = async () => `http://127.0.0.1:${await freePorts()}`;

  it('readiness of the networks is true with a usable node in one network, and shows the failure of the other', async () => {
    chain = await TestChain.start({ blocks: 'timed' });
    await start({ mainnet: { url: chain.url }, testnet: { url: await deadUrl() } });
    const { ready, checks } = await until(isProbed);
    expect(ready).toBe(true);
    expect(checks['networks']).toMatchObject({ ok: true, detail: 'usable: mainnet' });
    expect(checks['nodes:mainnet']).toMatchObject({ ok: true, detail: '1 of 1 nodes usable' });
    expect(checks['nodes:testnet']?.ok).toBe(false);
    expect(checks['nodes:testnet']?.detail).toMatch(/^0 of 1 nodes usable; .*cannot be reached/);
  });

  it('readiness shows that no node of a network can look transactions up, and stays true', async () => {
    const plain = new FakeChain('no look-ups');
    plain.headBlockTime = new Date().toISOString().slice(0, -1);
    const node = await FakeNode.start(plain);
    node.hasStatus = false;
    await start({ mainnet: { url: node.url } });
    const failing = await until(({ checks }) => checks['lookups:mainnet']?.ok === false);
    expect(failing.checks['lookups:mainnet']).toMatchObject({
      detail: expect.stringContaining('no node of mainnet can look transactions up') as string,
      weight: 'advisory',
    });
    await until(({ ready }) => ready);
    await node.stop();
  });

  it.each([
    ['finality status', { hasStatus: true, hasHistory: false }],
    ['a history', { hasStatus: false, hasHistory: true }],
  ])('readiness shows that transactions can be looked up at a node with %s', async (_, routes) => {
    const node = Object.assign(await FakeNode.start(new FakeChain('look-ups')), routes);
    await start({ mainnet: { url: node.url } });
    const { checks } = await until((now) => now.checks['lookups:mainnet']?.detail === '');
    expect(checks['lookups:mainnet']?.ok).toBe(true);
    await node.stop();
  });

  it('readiness of the networks shows an only node that cannot be reached, is of another chain, or stands still, and takes no replica out', async () => {
    await start({ mainnet: { url: await deadUrl() } });
    expect(await until(isProbed)).toMatchObject({
      ready: true,
      checks: { networks: { ok: false, detail: 'no network has a usable node', weight: 'advisory' } },
    });
    await gateway.close();

    chain = await TestChain.start({ blocks: 'timed', now: () => Date.now() - 3_600_000 });
    await start({ mainnet: { url: chain.url, chainId: 'ab'.repeat(32) } });
    const foreign = await until(isProbed);
    expect(foreign.ready).toBe(true);
    expect(foreign.checks['nodes:mainnet']?.detail).toMatch(/is on chain \w{8}..., not abababab/);
    await gateway.close();

    await start({ mainnet: { url: chain.url } });
    const old = await until(isProbed);
    expect(old.ready).toBe(true);
    expect(old.checks['nodes:mainnet']?.detail).toMatch(/the chain's head is \d+ min behind/);
  });

  it('readiness of the networks waits for the first polls', async () => {
    chain = await TestChain.start({ blocks: 'timed' });
    const slow = await lyingNode(chain.url);
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    slow.lies.set('/v1/chain/get_info', (info) => answered.then(() => info));
    await start({ mainnet: { url: slow.url } });
    expect(state()).toMatchObject({ ready: false, checks: { networks: { weight: 'essential' } } });
    answer();
    await until(({ ready }) => ready);
    await slow.close();
  });

  it('readiness of the networks stays while the node answers later than a poll may take', async () => {
    chain = await TestChain.start({ blocks: 'timed' });
    const slow = await lyingNode(chain.url);
    slow.delayMs = 600;
    await start({ mainnet: { url: slow.url } }, { NODE_POLL_TIMEOUT_MS: '200' });
    const late = await until(isProbed);
    expect(late.ready).toBe(true);
    expect(late.checks['nodes:mainnet']?.detail).toMatch(/^0 of 1 nodes usable; .*(?:timed out|no answer)/);
    slow.delayMs = 0;
    await until(({ checks }) => checks['nodes:mainnet']?.ok === true);
    slow.delayMs = 600;
    await until(({ checks }) => checks['nodes:mainnet']?.ok === false);
    const body = JSON.stringify({ account_name: 'alice' });
    const answer = await fetch(`${gateway.url}/v1/chain/get_account`, { method: 'POST', body });
    expect([answer.status, state().ready]).toEqual([200, true]);
    await slow.close();
  });
});
