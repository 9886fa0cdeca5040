import { mkdtempSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { loadSettings } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { createGateway } from '../../../apps/gateway/src/create-gateway';
import { type ActionInput, TestChain, transfer } from '../../devchain/support/test-chain';
import { type Answer, answerOf, type CallTool, overRest } from '../../support/gateway-client';
import { signWithLibrary } from '../../support/signer';
import { shortBreath, type ShortBreath } from './short-breath';

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
    readonly node: ShortBreath,
    private readonly gateway: INestApplication,
    private readonly clock: { aheadMs: number },
    readonly url: string,
  ) {
    this.call = overRest(url);
  }

  /** @param aheadMs how far the chain's clock is ahead of the machine's */
  static async start(aheadMs = 0): Promise<Market> {
    const clock = { aheadMs };
    const now = () => Date.now() + clock.aheadMs;
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'manual', now });
    const node = await shortBreath(chain.url);
    const gateway = await createGateway(
      loadSettings({
        ...{ NETWORKS_FILE: networksFile(node.url), LOG_LEVEL: 'silent', PORT: '0', MANAGEMENT_PORT: '0' },
        ...{ RATE_LIMIT_READ: '100000', RATE_LIMIT_COMPOSE: '100000', RATE_LIMIT_RELAY: '100000' },
      }),
    );
    await gateway.listen(0, '127.0.0.1');
    return new Market(chain, node, gateway, clock, await gateway.getUrl());
  }

  async close(): Promise<void> {
    (this.gateway.getHttpServer() as Server).closeAllConnections();
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
    await forgotten();
  }

  /** Time goes on, and a block with it. */
  async wait(ms: number): Promise<void> {
    this.clock.aheadMs += ms;
    this.chain.devchain.chain.produceBlock();
    await forgotten();
  }

  /** Feeders say their prices, registered before when they are new. */
  async feed(prices: Readonly<Record<string, string>>): Promise<void> {
    const registered = await this.chain.read<{ rows: { feeder: string }[] }>('get_table_rows', {
      ...{ json: true, code: 'oracle', scope: 'oracle', table: 'feeders', limit: 100 },
    });
    for (const [feeder, price] of Object.entries(prices)) {
      if (!registered.rows.some((row) => row.feeder === feeder)) {
        await this.act('eosio', [oracleAction('oracle', 'addfeeder', { feeder })]);
      }
      await this.act(feeder, [oracleAction(feeder, 'submit', { feeder, pair: 'btcusd', price })]);
    }
    await forgotten();
  }

  /** Straight on the chain, past the gateway. */
  private async act(signer: string, actions: readonly ActionInput[]): Promise<void> {
    const { status, text } = await this.chain.transact(actions, [this.chain.keyOf(signer)]);
    if (status !== 202 && status !== 200) throw new Error(text);
    this.chain.devchain.chain.produceBlock();
  }
}

/** The gateway may answer from what it read a quarter of a second ago. */
export const forgotten = () => new Promise((resolve) => setTimeout(resolve, 300));

const oracleAction = (actor: string, name: string, data: Record<string, unknown>): ActionInput => ({
  account: 'oracle',
  name,
  authorization: [{ actor, permission: 'active' }],
  data,
});

function networksFile(nodeUrl: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'market-')), 'networks.yaml');
  const profile = developmentProfileFile();
  writeFileSync(
    file,
    `networks:\n  mainnet: { chain_id: first-contact, profile: '${profile}', nodes: ['${nodeUrl}'] }\n`,
  );
  return file;
}
