import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile, Networks } from '@app/networks';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import type { Network } from '../../../apps/gateway/src/network/network';
import { NetworkRegistry } from '../../../apps/gateway/src/network/network-registry';
import { ProfileMonitor } from '../../../apps/gateway/src/profile/profile-monitor';
import { answerOf, overMcp, overRest, refusalOf } from '../../harness/gateway/gateway-client';
import { type RunningGateway, startGateway } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';

/** The development profile with a table that the exchange does not have. */
function profileWithWrongTrades(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'network-')), 'profile.yaml');
  const text = readFileSync(developmentProfileFile(), 'utf8');
  writeFileSync(file, text.replace('table: history2', 'table: historyx'));
  return file;
}

describe('a network of the tools', () => {
  let chain: TestChain;
  let gateway: RunningGateway;
  let network: Network;
  beforeAll(async () => {
    chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual' });
    gateway = await startGateway(chain.url, profileWithWrongTrades());
    await gateway.app.get(ProfileMonitor).check(gateway.app.get(Networks).of('mainnet'));
    network = gateway.app.get(NetworkRegistry, { strict: false }).of('mainnet');
  });
  afterAll(async () => {
    await gateway.close();
    await chain.close();
  });

  it('a network gives no address of a table that does not match the chain', () => {
    const pair = { pair: 'btcusdt' };
    expect(network.table('orders', pair)).toEqual({ code: 'dex', table: 'orderbook2', scope: 'btcusdt' });
    expect(() => network.table('trades', pair)).toThrow(
      /^the contract profile does not match the chain: tables\.trades: /,
    );
  });

  it.each([
    ['REST', overRest],
    ['MCP', overMcp],
  ])('a tool over %s gets the network that its input names, and no other one', async (_surface, over) => {
    const call = over(gateway.url);
    expect(await answerOf(call('get_chain_info', {}))).toMatchObject({ network: 'mainnet' });
    expect(await refusalOf(call('get_chain_info', { network: 'testnet' }))).toBe(
      'network testnet is not configured',
    );
    expect(await refusalOf(call('get_chain_info', { network: 'moon' }))).toContain('network: must be');
  });
});
