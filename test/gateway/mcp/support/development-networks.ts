import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { LONG_NODE_TIMEOUTS } from '../../../harness/gateway/long-timeouts';
import { type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import { AdminClient } from '../../../harness/node/admin-client';
import { TestChain } from '../../../harness/node/test-chain';

/** The gateway in front of both development networks, in this process: mainnet with simulated traffic, testnet empty. */
export class DevelopmentNetworks {
  private constructor(
    private readonly gateway: RunningGateway,
    private readonly chains: readonly TestChain[],
  ) {}

  static async start(env: NodeJS.ProcessEnv = {}): Promise<DevelopmentNetworks> {
    const mainnet = await startChain('mainnet', true);
    const testnet = await startChain('testnet', false);
    await new AdminClient(testnet.url).mustSend('price', { price: '80000' });
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'networks-')), 'networks.yaml');
    writeFileSync(file, `networks:\n${networkRow('mainnet', mainnet)}${networkRow('testnet', testnet)}`);
    const gateway = await startGateway([], undefined, { ...LONG_NODE_TIMEOUTS, NETWORKS_FILE: file, ...env });
    return new DevelopmentNetworks(gateway, [mainnet, testnet]);
  }

  get url(): string {
    return this.gateway.url;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await Promise.all(this.chains.map((chain) => chain.close()));
  }
}

const startChain = (name: string, simulation: boolean): Promise<TestChain> =>
  TestChain.start({ contracts: DEPLOYED_CONTRACTS }, { name, seed: name, simulation });

const networkRow = (name: string, { url }: TestChain): string =>
  `  ${name}: { chain_id: first-contact, profile: '${developmentProfileFile()}', real_funds: false, nodes: ['${url}'] }\n`;
