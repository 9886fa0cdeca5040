import type { INestApplication } from '@nestjs/common';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { AdminClient } from '../node/admin-client';
import { TestChain } from '../node/test-chain';
import { signWithLibrary } from '../signing/sign-digest';
import { type Answer, answerOf, type CallTool, overRest, refusalOf, type ToolResult } from './gateway-client';
import { expireReadCache, type RunningGateway, startGateway } from './start-gateway';

export interface Proposal extends Answer {
  readonly actions: readonly { account: string; name: string; authorization: unknown[]; data: Answer }[];
  readonly expires: string;
  readonly transaction: { packed_trx: string; signing_digest: string; transaction_id: string };
  readonly summary: readonly string[];
  readonly simulation: {
    status: string;
    error: string | null;
    effects: readonly { account: string; token: string; change: string }[] | null;
    order?: { filled: string; average_price: string | null; resting: string; refunded: string };
  };
  readonly warnings: readonly { code: string; message: string }[];
}

interface Signer {
  readonly account: string;
  readonly permission?: string;
}

type ByAccount = Answer & Signer;

interface GatewayOptions {
  /** Clock of the chain. */
  readonly now?: () => number;
  readonly blocks?: 'timed' | 'manual';
}

/**
 * A development chain with all contracts and no simulation, and the whole gateway in front of it, driven over HTTP: tools
 * for what accounts do, the admin API for time, prices and bitcoin.
 */
export class TestGateway {
  call: CallTool;
  readonly #adminClient: AdminClient;

  private constructor(
    readonly chain: TestChain,
    private readonly gateway: RunningGateway,
  ) {
    this.call = overRest(gateway.url);
    this.#adminClient = new AdminClient(chain.url);
  }

  static async start({ now = Date.now, blocks = 'timed' }: GatewayOptions = {}): Promise<TestGateway> {
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks, now });
    return TestGateway.over(chain, chain.url);
  }

  /** A gateway in front of a node of `chain`, which it closes with itself. */
  static async over(chain: TestChain, nodeUrl: string): Promise<TestGateway> {
    return new TestGateway(chain, await startGateway(nodeUrl));
  }

  get app(): INestApplication {
    return this.gateway.app;
  }

  get url(): string {
    return this.gateway.url;
  }

  async close(): Promise<void> {
    await this.gateway.close();
    await this.chain.close();
  }

  read(tool: string, input: Answer = {}): Promise<Answer> {
    return answerOf(this.call(tool, input));
  }

  refusal(tool: string, input: Answer): Promise<string> {
    return refusalOf(this.call(tool, input));
  }

  async compose(tool: string, input: Answer): Promise<Proposal> {
    return (await this.read(tool, input)) as Proposal;
  }

  /** Signs a proposal with the development key of a permission and relays it. */
  relay(
    proposal: Proposal,
    { account, permission = 'active' }: Signer,
    waitFor?: 'accepted',
  ): Promise<ToolResult> {
    return this.relaySigned(proposal, String(this.chain.keyOf(account, permission)), waitFor);
  }

  /** Signs a proposal with a private key and relays it. */
  relaySigned({ transaction }: Proposal, privateKey: string, wait_for = 'in_block'): Promise<ToolResult> {
    return this.call('push_transaction', {
      wait_for,
      signed_tx: {
        signatures: [signWithLibrary(privateKey, transaction.signing_digest)],
        packed_trx: transaction.packed_trx,
      },
    });
  }

  /** Composes, signs, relays. The dry run must succeed, and the node accept it; no block is waited for. */
  async execute(tool: string, input: ByAccount): Promise<Proposal> {
    const proposal = await this.compose(tool, input);
    if (proposal.simulation.status !== 'ok') throw new Error(String(proposal.simulation.error));
    const pushed = await answerOf(this.relay(proposal, input, 'accepted'));
    if (pushed['status'] !== 'pending') throw new Error(JSON.stringify(pushed));
    return proposal;
  }

  /** The error of a proposal that the chain refuses, which must be the same in the dry run and from the relay. */
  async executionError(tool: string, input: ByAccount): Promise<string> {
    const proposal = await this.compose(tool, input);
    const refusal = await refusalOf(this.relay(proposal, input));
    expect(proposal.simulation).toEqual({ status: 'failed', error: refusal, effects: null });
    return refusal;
  }

  /** Units of a token that an account has. */
  async balance(account: string, symbol: string): Promise<bigint> {
    const { balances } = await this.read('get_account', { account });
    return units((balances as Answer)[symbol]);
  }

  /** Sends an admin request to the chain, which must succeed. */
  async admin(name: string, body: Answer = {}): Promise<Answer> {
    const answer = await this.#adminClient.mustSend(name, body);
    expireReadCache();
    return answer;
  }

  /** A confirmed bitcoin payment to an address. */
  async payBitcoin(address: unknown, amount: string): Promise<void> {
    await this.admin('send-bitcoin', { address, amount });
    await this.admin('mine-bitcoin', { count: 4 });
  }

  /** Advances the time of the chain and then submits `price`; without one the price becomes stale. */
  async advanceTime(seconds: number, price?: string): Promise<void> {
    await this.admin('advance-time', { seconds });
    if (price !== undefined) await this.admin('price', { price });
  }
}

export const units = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''));
