import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { type ActionInput, TestChain, transfer } from '../node/test-chain';
import { type Answer, answerOf, type CallTool, overRest } from './gateway-client';
import { signWithLibrary } from '../signer';
import { readCacheExpired, type RunningGateway, startGateway } from './start-gateway';
import { startRowLimitedNode, type RowLimitedNode } from '../fake-node/row-limited-node';

const PER_TRANSACTION = 50;
const TOKENS: Readonly<Record<string, string>> = {
  BTC: 'btc.token',
  USDT: 'usdt.token',
  NATIVE: 'eosio.token',
};

export interface Proposal extends Answer {
  readonly actions: readonly { account: string; name: string; authorization: unknown[]; data: Answer }[];
  readonly expires: string;
  readonly transaction: { packed_trx: string; signing_digest: string; transaction_id: string };
  readonly summary: readonly string[];
  readonly simulation: { status: string; error: string | null };
}

/** An exchange nobody else trades on, with the whole gateway in front of it, driven over HTTP alone. */
export class Market {
  call: CallTool;

  private constructor(
    readonly chain: TestChain,
    readonly node: RowLimitedNode,
    private readonly gateway: RunningGateway,
    private readonly clock: { aheadMs: number },
  ) {
    this.call = overRest(this.url);
  }

  /** @param aheadMs how far the chain's clock is ahead of the machine's */
  static async start(aheadMs = 0): Promise<Market> {
    const clock = { aheadMs };
    const now = () => Date.now() + clock.aheadMs;
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual', now });
    const node = await startRowLimitedNode(chain.url);
    return new Market(chain, node, await startGateway(node.url), clock);
  }

  get url(): string {
    return this.gateway.url;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.node.close();
    await this.chain.close();
  }

  read(tool: string, input: Answer): Promise<Answer> {
    return answerOf(this.call(tool, input));
  }

  async compose(tool: string, input: Answer): Promise<Proposal> {
    return (await this.read(tool, input)) as Proposal;
  }

  /** Signs a proposal with the key of a permission and relays it. */
  relay({ transaction }: Proposal, account: string, permission = 'active') {
    const key = String(this.chain.keyOf(account, permission));
    return this.call('push_transaction', {
      signed_tx: {
        signatures: [signWithLibrary(key, transaction.signing_digest)],
        packed_trx: transaction.packed_trx,
      },
    });
  }

  /** Composes, signs, relays and expects success. */
  async does(tool: string, input: Answer & { account: string; permission?: string }): Promise<Proposal> {
    const proposal = await this.compose(tool, input);
    const pushed = await answerOf(this.relay(proposal, input.account, input.permission));
    if (pushed['status'] !== 'executed') throw new Error(JSON.stringify(pushed));
    return proposal;
  }

  /** Units an account holds of a token. */
  async held(account: string, symbol: string): Promise<bigint> {
    const { balances } = await this.read('get_account', { account });
    return BigInt(String((balances as Answer)[symbol]).replace('.', ''));
  }

  /** Orders by their memos, straight on the chain, many in one transaction; each sends `quantity`. */
  async order(account: string, orders: readonly { quantity: string; memo: string }[]): Promise<void> {
    const actions = orders.map(({ quantity, memo }) =>
      transfer(account, 'dex', quantity, { memo, token: TOKENS[quantity.split(' ')[1] ?? ''] }),
    );
    for (let from = 0; from < actions.length; from += PER_TRANSACTION) {
      await this.act(account, actions.slice(from, from + PER_TRANSACTION));
    }
    await readCacheExpired();
  }

  /** Time goes on, and a block with it. */
  async wait(ms: number): Promise<void> {
    this.clock.aheadMs += ms;
    this.chain.devchain.chain.produceBlock();
    await readCacheExpired();
  }

  /** Lets accounts submit prices to the oracle. */
  registerFeeders(...feeders: string[]): Promise<void> {
    const actions = feeders.map((feeder) => oracleAction('oracle', 'addfeeder', { feeder }));
    return this.act('eosio', actions);
  }

  /** Feeders say their prices, all in one block and hence in one round. */
  async feed(prices: Readonly<Record<string, string>>): Promise<void> {
    const actions = Object.entries(prices).map(([feeder, price]) =>
      oracleAction(feeder, 'submit', { feeder, pair: 'btcusd', price }),
    );
    await this.act(Object.keys(prices), actions);
    await readCacheExpired();
  }

  /** Straight on the chain, past the gateway. */
  async act(signers: string | readonly string[], actions: readonly ActionInput[]): Promise<void> {
    const keys = [signers].flat().map((signer) => this.chain.keyOf(signer));
    const { status, text } = await this.chain.transact(actions, keys);
    if (status !== 202 && status !== 200) throw new Error(text);
    this.chain.devchain.chain.produceBlock();
  }
}

const oracleAction = (actor: string, name: string, data: Record<string, unknown>): ActionInput => ({
  account: 'oracle',
  name,
  authorization: [{ actor, permission: 'active' }],
  data,
});
