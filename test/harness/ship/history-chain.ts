import { ManualClock } from '@app/operations';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import type { DevchainOptions } from '../../../apps/devchain/src/start-devchain';
import type { DevchainSettings } from '../../../apps/devchain/src/settings';
import { AdminClient } from '../node/admin-client';
import { TestChain } from '../node/test-chain';
import { ShipReader } from './ship-reader';

const START_MS = Date.parse('2026-03-01T12:00:00Z');

/** A development chain that serves state history, with a manual clock. Only `produce` and admin requests make blocks. */
export class HistoryChain {
  readonly admin: AdminClient;

  private constructor(
    readonly node: TestChain,
    readonly clock: ManualClock,
  ) {
    this.admin = new AdminClient(node.url);
  }

  static async start(
    options: DevchainOptions = {},
    settings: Partial<DevchainSettings> = {},
    clock = new ManualClock(START_MS),
  ): Promise<HistoryChain> {
    const node = await TestChain.start(
      { now: () => clock.now(), blocks: 'manual', contracts: DEPLOYED_CONTRACTS, ...options },
      { shipPort: 0, ...settings },
    );
    return new HistoryChain(node, clock);
  }

  /** Of the node's HTTP routes. */
  get url(): string {
    return this.node.url;
  }

  /** Of the state-history websocket. */
  get shipUrl(): string {
    const { shipUrl } = this.node.devchain;
    if (shipUrl === undefined) throw new Error('the chain serves no state history');
    return shipUrl;
  }

  get chain(): TestChain['devchain']['chain'] {
    return this.node.devchain.chain;
  }

  reader(): Promise<ShipReader> {
    return ShipReader.connect(this.shipUrl);
  }

  /** Makes blocks, with the steps of the simulation between them. */
  async produce(count = 1): Promise<void> {
    for (let left = count; left > 0; left -= 1000) {
      await this.admin.mustSend('produce-blocks', { count: Math.min(left, 1000) });
    }
  }

  close(): Promise<void> {
    return this.node.close();
  }
}
