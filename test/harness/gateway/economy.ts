import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';
import { TestChain } from '../node/test-chain';
import { readCacheExpired, type RunningGateway, startGateway } from './start-gateway';
import { type Answer, answerOf, type CallTool, overRest, refusalOf } from './gateway-client';
import { signWithLibrary } from '../signer';

export interface Proposal extends Answer {
  readonly actions: readonly { account: string; name: string; authorization: unknown[]; data: Answer }[];
  readonly transaction: { packed_trx: string; signing_digest: string; transaction_id: string };
  readonly summary: readonly string[];
  readonly simulation: { status: string; error: string | null };
}

type ByAccount = Answer & { account: string; permission?: string };

/**
 * A chain with lending and bridges on which nobody else lives, the whole gateway in front of it, driven over
 * HTTP alone: tools for what people do, the controls of the chain for what the world around it does.
 */
export class Economy {
  call: CallTool;

  private constructor(
    readonly chain: TestChain,
    private readonly gateway: RunningGateway,
  ) {
    this.call = overRest(gateway.url);
  }

  /** @param now the clock that the chain's own is set by */
  static async start(now = Date.now): Promise<Economy> {
    const chain = await TestChain.start({ contracts: DEPLOYED_CONTRACTS, blocks: 'timed', now });
    return new Economy(chain, await startGateway(chain.url));
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

  /** Signs a proposal with the key of a permission and relays it. */
  relay({ transaction }: Proposal, { account, permission = 'active' }: ByAccount) {
    const key = String(this.chain.keyOf(account, permission));
    return this.call('push_transaction', {
      signed_tx: {
        signatures: [signWithLibrary(key, transaction.signing_digest)],
        packed_trx: transaction.packed_trx,
      },
    });
  }

  /** Composes, signs, relays; the dry run must have said that it works. */
  async does(tool: string, input: ByAccount): Promise<Proposal> {
    const proposal = await this.compose(tool, input);
    if (proposal.simulation.status !== 'ok') throw new Error(String(proposal.simulation.error));
    const pushed = await answerOf(this.relay(proposal, input));
    if (pushed['status'] !== 'executed') throw new Error(JSON.stringify(pushed));
    return proposal;
  }

  /** Composes what the chain refuses: the dry run and the relay must say the same, which is returned. */
  async fails(tool: string, input: ByAccount): Promise<string> {
    const proposal = await this.compose(tool, input);
    const refusal = await refusalOf(this.relay(proposal, input));
    expect(proposal.simulation).toEqual({ status: 'failed', error: refusal });
    return refusal;
  }

  /** Units an account holds of a token. */
  async held(account: string, symbol: string): Promise<bigint> {
    const { balances } = await this.read('get_account', { account });
    return units((balances as Answer)[symbol]);
  }

  /** Works a control of the chain. */
  async control(name: string, body: Answer = {}): Promise<Answer> {
    const answer = await fetch(`${this.chain.url}/devchain/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${name}: ${text}`);
    await readCacheExpired();
    return JSON.parse(text) as Answer;
  }

  /** Bitcoin comes to an address, confirmed. */
  async payBitcoin(address: unknown, amount: string): Promise<void> {
    await this.control('send-bitcoin', { address, amount });
    await this.control('mine-bitcoin', { count: 4 });
  }

  /** Time goes on; the price is said anew unless it is to become stale. */
  async later(seconds: number, price?: string): Promise<void> {
    await this.control('advance-time', { seconds });
    if (price !== undefined) await this.control('price', { price });
  }
}

export const units = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''));
