import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';
import { type Answer, answerOf, overRest } from '../../../harness/gateway/gateway-client';
import { FollowedHistory } from '../../../harness/history/followed-history';
import { LONG_NODE_TIMEOUTS } from '../../../harness/gateway/long-timeouts';
import { expireReadCache, type RunningGateway, startGateway } from '../../../harness/gateway/start-gateway';
import type { Proposal } from '../../../harness/gateway/test-gateway';
import { AdminClient } from '../../../harness/node/admin-client';
import { TestChain } from '../../../harness/node/test-chain';
import { signWithLibrary } from '../../../harness/signing/sign-digest';
import { until } from '../../../harness/until';
import { type ActionInput, SigningClient } from '../../../harness/signing/signing-client';

/** Orders of bob: price and amount. */
const BOOK = [
  ['buy', '79900', '0.5'],
  ['buy', '79500', '1'],
  ['sell', '80100', '0.5'],
  ['sell', '80400', '1'],
  ['sell', '81000', '2'],
] as const;

/** The history node follows in the process of the spec, and may be far behind. */
const ON_A_BUSY_MACHINE = { ...LONG_NODE_TIMEOUTS, NODE_MAX_INDEX_BLOCKS_BEHIND: '100000' };

/** Both networks without simulated traffic, the gateway in front of them, and all that happens without the agent. */
export class World {
  private constructor(
    private readonly gateway: RunningGateway,
    private readonly chains: Readonly<Record<string, TestChain>>,
    private readonly history: FollowedHistory,
  ) {}

  static async start(): Promise<World> {
    const names = ['mainnet', 'testnet'];
    const started = await Promise.all(
      names.map((name) =>
        TestChain.start({ contracts: DEPLOYED_CONTRACTS }, { name, seed: name, shipPort: 0 }),
      ),
    );
    const chains = Object.fromEntries(started.map((chain, index) => [names[index]!, chain]));
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'agent-tasks-')), 'networks.yaml');
    const { url: chainUrl, devchain } = chains['mainnet']!;
    const history = await FollowedHistory.start(devchain.shipUrl!, { chainUrl });
    const nodes = ({ url }: TestChain) => (url === chainUrl ? [url, history.url] : [url]);
    const rows = Object.entries(chains).map(
      ([name, chain]) =>
        `  ${name}: { chain_id: first-contact, profile: '${developmentProfileFile()}', real_funds: false, nodes: ${JSON.stringify(nodes(chain))} }`,
    );
    writeFileSync(file, `networks:\n${rows.join('\n')}\n`);
    const gateway = await startGateway([], undefined, { ...ON_A_BUSY_MACHINE, NETWORKS_FILE: file });
    const world = new World(gateway, chains, history);
    await world.#prepare();
    return world;
  }

  get url(): string {
    return this.gateway.url;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.history.close();
    await Promise.all(Object.values(this.chains).map((chain) => chain.close()));
  }

  keyOf(network: string, account: string): string {
    return String(this.chains[network]!.keyOf(account));
  }

  /** A person composes, signs and pushes on mainnet. */
  async act(account: string, tool: string, input: Answer): Promise<void> {
    expireReadCache();
    const call = overRest(this.url);
    const sender = tool === 'transfer' ? 'from' : 'account';
    const proposal = (await answerOf(call(tool, { [sender]: account, ...input }))) as Proposal;
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
    await this.historyFollowed();
    if (price !== undefined) await this.setPrice(price);
  }

  /** To the middle of the next day of the chain. */
  async passToNoon(): Promise<void> {
    const { head_block_time: head } = await this.#info();
    const daySeconds = 86_400;
    // Nodes state the time in UTC without its zone.
    const now = Date.parse(`${head}Z`) / 1000;
    const noon = (Math.floor(now / daySeconds) + 1.5) * daySeconds;
    await this.pass(Math.ceil(noon - now), '80000');
  }

  /** Waits for the history node to have every block of now, and for the gateway to have seen that both nodes agree. */
  async historyFollowed(): Promise<void> {
    const { head_block_num: head } = await this.#info();
    await this.history.following.until(({ lastBlockNum = 0 }) => lastBlockNum >= head);
    await until(async () => {
      expireReadCache();
      const { ok, body } = await overRest(this.url)('get_chain_info', {});
      return ok && Number(body['head_block_num']) >= head;
    });
  }

  #info(): Promise<{ head_block_time: string; head_block_num: number }> {
    return this.chains['mainnet']!.read('get_info');
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
