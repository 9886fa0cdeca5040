import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { developmentProfileFile } from '@app/networks';
import { type Readiness, ReadinessRegistry } from '@app/operations';
import { TestChain } from '../../harness/node/test-chain';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { freePorts } from '../../harness/process/ports';

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

  const start = async (networks: Readonly<Record<string, { url: string; chainId?: string }>>) => {
    const file = path.join(folder, 'networks.yaml');
    const entries = Object.entries(networks).map(
      ([name, { url, chainId = 'first-contact' }]) =>
        `  ${name}: { chain_id: '${chainId}', profile: '${developmentProfileFile()}', nodes: ['${url}'] }`,
    );
    writeFileSync(file, `networks:\n${entries.join('\n')}\n`);
    gateway = await startGateway([], undefined, { NETWORKS_FILE: file });
  };
  const state = () => gateway.app.get(ReadinessRegistry).state();
  /** The state once it is as wanted; the limit of the test ends the wait. */
  const until = async (isWanted: (now: Readiness) => boolean): Promise<Readiness> => {
    while (!isWanted(state())) await delay(20);
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

  it('readiness of the networks is refused when the only node cannot be reached, is of another chain, or stands still', async () => {
    await start({ mainnet: { url: await deadUrl() } });
    expect(await until(isProbed)).toMatchObject({ ready: false, checks: { networks: { ok: false } } });
    await gateway.close();

    chain = await TestChain.start({ blocks: 'timed', now: () => Date.now() - 3_600_000 });
    await start({ mainnet: { url: chain.url, chainId: 'ab'.repeat(32) } });
    const foreign = await until(isProbed);
    expect(foreign.ready).toBe(false);
    expect(foreign.checks['nodes:mainnet']?.detail).toMatch(/is on chain \w{8}..., not abababab/);
    await gateway.close();

    await start({ mainnet: { url: chain.url } });
    const old = await until(isProbed);
    expect(old.ready).toBe(false);
    expect(old.checks['nodes:mainnet']?.detail).toMatch(/the chain's head is \d+ min behind/);
  });
});
