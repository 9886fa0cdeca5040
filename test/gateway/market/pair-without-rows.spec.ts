import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { TestChain } from '../../harness/node/test-chain';
import { answerOf, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';

/** To the check, a pair without orders and trades looks like a pair with a wrong name. */
describe('a pair without rows on an exchange that has other pairs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quiet-pair-'));
  let chain: TestChain;
  let gateway: RunningGateway;
  let call: ReturnType<typeof overRest>;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'timed' }, { simulation: true });
    const file = path.join(folder, 'profile.yaml');
    const text = readFileSync(developmentProfileFile(), 'utf8')
      .replace('btcusdt: { name: btcusdt,', 'btcusdt: { name: btcusdx,')
      .replace(/^affected_set: .*$/m, 'affected_set: null');
    writeFileSync(file, text);
    gateway = await startGateway(chain.url, file);
    call = overRest(gateway.url);
    await gateway.app.get(ProfileMonitor, { strict: false }).firstCheck('mainnet');
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  it('a pair without rows on an exchange that has other pairs is refused by get_orderbook with the entry of the profile', async () => {
    expect(await refusalOf(call('get_orderbook', { pair: 'btcusdt' }))).toContain('pairs.btcusdt');
  });

  it('a pair without rows accepts its first order', async () => {
    const order = { account: 'alice', pair: 'btcusdt', side: 'sell', price: '90000', amount: '0.001' };
    expect(await answerOf(call('place_order', order))).toMatchObject({
      simulation: { status: 'ok' },
      actions: [{ account: 'btc.token', name: 'transfer' }],
    });
  });
});
