import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { type Answer, answerOf, overRest } from '../../../harness/gateway/gateway-client';
import { LONG_NODE_TIMEOUTS } from '../../../harness/gateway/long-timeouts';
import { expireReadCache, type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import type { Proposal } from '../../../harness/gateway/test-gateway';
import { AdminClient } from '../../../harness/node/admin-client';
import { TestChain } from '../../../harness/node/test-chain';
import { signWithLibrary } from '../../../harness/signing/sign-digest';
import { type ActionInput, SigningClient } from '../../../harness/signing/signing-client';

/** Orders of bob: price and amount. */
const BOOK = [
  ['buy', '79900', '0.5'],
  ['buy', '79500', '1'],
  ['sell', '80100', '0.5'],
  ['sell', '80400', '1'],
  ['sell', '81000', '2'],
] as const;

/** Both networks without simulated traffic, the gateway in front of them, and all that happens without the agent. */
export class World {
  private constructor(
    private readonly gateway: RunningGateway,
    private readonly chains: Readonly<Record<string, TestChain>>,
  ) {}

  static async start(): Promise<World> {
    const names = ['mainnet', 'testnet'];
    const started = await Promise.all(
      names.map((name) => TestChain.start({ contracts: DEPLOYED_CONTRACTS }, { name, seed: name })),
    );
    const chains = Object.fromEntries(started.map((chain, index) => [names[index]!, chain]));
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'agent-tasks-')), 'networks.yaml');
    const rows = Object.entries(chains).map(
      ([name, { url }]) =>
        `  ${name}: { chain_id: first-contact, profile: '${developmentProfileFile()}', real_funds: false, nodes: ['${url}'] }`,
    );
    writeFileSync(file, `networks:\n${rows.join('\n')}\n`);
    const gateway = await startGateway([], undefined, { ...LONG_NODE_TIMEOUTS, NETWORKS_FILE: file });
    const world = new World(gateway, chains);
    await world.#prepare();
    return world;
  }

  get url(): string {
    return this.gateway.url;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await Promise.all(Object.values(this.chains).map((chain) => chain.close()));
  }

  keyOf(network: string, account: string): string {
    return String(this.chains[network]!.keyOf(account));
  }

  /** A person composes, signs and pushes on mainnet. */
  async act(account: string, tool: string, input: Answer): Promise<void> {
    expireReadCache();
    const call = overRest(this.url);
    const proposal = (await answerOf(call(tool, { account, ...input }))) as Proposal;
    const { packed_trx, signing_digest } = proposal.transaction;
    const signatures = [signWithLibrary(this.keyOf('mainnet', account), signing_digest)];
    await answerOf(call('push_transaction', { signed_tx: { signatures, packed_trx } }));
  }

  /** The wallet of a person signs actions, and sends them to the node API of the gateway. */
  async sendByWallet(account: string, actions: readonly ActionInput[]): Promise<void> {
    const wallet = new SigningClient(this.url);
    const { status, text } = await wallet.transact(actions, [this.chains['mainnet']!.keyOf(account)]);
    if (status !== 202 && status !== 200) throw new Error(text);
  }

  async payBitcoin(address: unknown, amount: string): Promise<void> {
    await this.#control('send-bitcoin', { address, amount });
    await this.mineBitcoin(4);
  }

  /** Confirms payments, and gives new vaults their addresses. */
  async mineBitcoin(count = 1): Promise<void> {
    await this.#control('mine-bitcoin', { count });
  }

  /** Time passes, and without a new `price` that of the oracle gets old. */
  async pass(seconds: number, price?: string): Promise<void> {
    await this.#control('advance-time', { seconds });
    if (price !== undefined) await this.setPrice(price);
  }

  async setPrice(price: string): Promise<void> {
    await this.#control('price', { price });
  }

  async #control(name: string, body: Answer): Promise<void> {
    await new AdminClient(this.chains['mainnet']!.url).mustSend(name, body);
    expireReadCache();
  }

  /** A book of bob; loans of bob (20 % of its collateral) and carol (60 %, all of pool 5); bob waits in its queue. */
  async #prepare(): Promise<void> {
    await this.setPrice('80000');
    for (const [side, price, amount] of BOOK) {
      await this.act('bob', 'place_order', { pair: 'btcusdt', side, price, amount });
    }
    await this.act('alice', 'lend', { amount_usdt: '1400', pool_id: 5 });
    await this.act('bob', 'lend', { amount_usdt: '1000', pool_id: 5 });
    await this.#borrow('bob', '0.1', { amount_usdt: '1600', pool_id: 6 });
    await this.#borrow('carol', '0.05', { amount_usdt: '2400', pool_id: 5 });
    await this.act('bob', 'redeem', { amount_tpf: '200', pool_id: 5 });
  }

  async #borrow(account: string, collateral: string, input: Answer): Promise<void> {
    await this.act(account, 'setup_vault', {});
    await this.mineBitcoin();
    const { btc_address: address } = await answerOf(overRest(this.url)('get_vault', { account }));
    await this.payBitcoin(address, collateral);
    await this.act(account, 'borrow', { max_apr_bps: 65_535, ...input });
  }
}
