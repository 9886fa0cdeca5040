import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { type RowLimitedNode, startRowLimitedNode } from '../fake-node/row-limited-node';
import { TestChain, transfer } from '../node/test-chain';
import type { ActionInput } from '../signing/signing-client';
import { expireReadCache } from './start-gateway';
import { TestGateway } from './test-gateway';

const PER_TRANSACTION = 50;
const TOKENS: Readonly<Record<string, string>> = {
  BTC: 'btc.token',
  USDT: 'usdt.token',
  NATIVE: 'eosio.token',
};

/** An exchange without orders behind a row-limited node and a gateway. Blocks are produced by its own methods only. */
export class Market {
  private constructor(
    readonly gateway: TestGateway,
    readonly node: RowLimitedNode,
    private readonly clock: { aheadMs: number },
  ) {}

  /** @param aheadMs how far the chain's clock is ahead of the machine's */
  static async start(aheadMs = 0): Promise<Market> {
    const clock = { aheadMs };
    const now = () => Date.now() + clock.aheadMs;
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual', now });
    const node = await startRowLimitedNode(chain.url);
    return new Market(await TestGateway.over(chain, node.url), node, clock);
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.node.close();
  }

  /** Orders by their memos, straight on the chain, many in one transaction; each sends `quantity`. */
  async order(account: string, orders: readonly { quantity: string; memo: string }[]): Promise<void> {
    const actions = orders.map(({ quantity, memo }) =>
      transfer(account, 'dex', quantity, { memo, token: TOKENS[quantity.split(' ')[1] ?? ''] }),
    );
    for (let from = 0; from < actions.length; from += PER_TRANSACTION) {
      await this.act(account, actions.slice(from, from + PER_TRANSACTION));
    }
    expireReadCache();
  }

  /** Advances the clock of the chain and produces a block. */
  async wait(ms: number): Promise<void> {
    this.clock.aheadMs += ms;
    this.#produceBlock();
    expireReadCache();
  }

  /** Lets accounts submit prices to the oracle. */
  registerFeeders(...feeders: string[]): Promise<void> {
    const actions = feeders.map((feeder) => oracleAction('oracle', 'addfeeder', { feeder }));
    return this.act('eosio', actions);
  }

  /** Prices by feeder, submitted in one block and therefore in one round. */
  async feed(prices: Readonly<Record<string, string>>): Promise<void> {
    const actions = Object.entries(prices).map(([feeder, price]) =>
      oracleAction(feeder, 'submit', { feeder, pair: 'btcusd', price }),
    );
    await this.act(Object.keys(prices), actions);
    expireReadCache();
  }

  /** Executes actions straight on the chain, past the gateway. */
  async act(signers: string | readonly string[], actions: readonly ActionInput[]): Promise<void> {
    const { chain } = this.gateway;
    const keys = [signers].flat().map((signer) => chain.keyOf(signer));
    const { status, text } = await chain.transact(actions, keys);
    if (status !== 202 && status !== 200) throw new Error(text);
    this.#produceBlock();
  }

  #produceBlock(): void {
    this.gateway.chain.devchain.chain.produceBlock();
  }
}

const oracleAction = (actor: string, name: string, data: Record<string, unknown>): ActionInput => ({
  account: 'oracle',
  name,
  authorization: [{ actor, permission: 'active' }],
  data,
});
