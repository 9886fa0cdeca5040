import { type LyingGateway, lyingGateway } from '../../harness/gateway/lying-gateway';
import type { Ended } from '../../harness/process/run-program';
import { type Proposal, TestGateway } from '../../harness/gateway/test-gateway';
import { type Attack, type Intent, liedPosition, type Lie, type NodeLie, type RelayLie } from './siege-plan';
import { SignerProcess } from './signer-process';

const LIES: Readonly<Record<Lie, object>> = {
  receiver: { to: 'carol' },
  amount: { amount: '11' },
  permission: { permission: 'active' },
  token: { symbol: 'BTC', amount: '1' },
};

/** A transfer in a block of the chain. */
export interface Payment {
  readonly by: string;
  readonly to: string;
  readonly quantity: string;
  readonly memo: string;
}

/** An intent with the attempt that runs, and its pushes. */
interface Besieged {
  readonly intent: Intent;
  attack: Attack;
  pushes: number;
}

/**
 * A signer between a gateway that lies, loses, holds back and reports falsely, and two nodes of which one lies. The memo
 * of a payment names its intent, so that each program has its own faults.
 */
export class Siege {
  /** Everything that a program signed and sent, with its memo: the adversary has it, executed or not. */
  readonly signed = new Map<string, string>();
  readonly ended: Ended[] = [];
  readonly #of = new Map<string, Besieged>();
  readonly #held: Record<string, unknown>[] = [];
  /** That of the attempt that began last. */
  #nodeLie: NodeLie | undefined;

  private constructor(
    readonly gateway: TestGateway,
    readonly signer: SignerProcess,
    private readonly proxies: { readonly relay: LyingGateway; readonly node: LyingGateway },
    private readonly firstBlock: number,
  ) {
    const { relay, node } = proxies;
    relay.breaks = ({ tool, body }) => (tool === 'push_transaction' ? this.#lost(body) : undefined);
    relay.refuses = ({ tool, body }) => this.#falseFailure(tool, body, 'calls it failed');
    relay.withholds = ({ tool, body }) => {
      const code = this.#falseFailure(tool, body, 'holds it back');
      if (code !== undefined) this.#held.push(body);
      return code;
    };
    relay.lie = ({ tool, body }) => (tool === 'transfer' ? this.#lie(String(body['memo'])) : undefined);
    node.lie = (_, answer) =>
      this.#nodeLie !== undefined && 'head_block_time' in answer
        ? liedPosition(this.#nodeLie, answer)
        : undefined;
  }

  /** @param cap USDT within an hour */
  static async begin(intents: readonly Intent[], cap: string): Promise<Siege> {
    const gateway = await TestGateway.start();
    const [relay, node] = [await lyingGateway(gateway.url), await lyingGateway(gateway.chain.url)];
    const signer = await SignerProcess.make(gateway, relay.url, {
      nodes: [gateway.chain.url, node.url],
      transactions: { per_hour: 1000 },
      caps: { USDT: { per_transaction: '10', windows: { '1h': cap } } },
      allow: { transfer: { USDT: { to: ['bob'], memos: intents.map((_, index) => memoOf(index)) } } },
    });
    const siege = new Siege(gateway, signer, { relay, node }, (await headOf(gateway.chain)) + 1);
    for (const [index, intent] of intents.entries()) {
      siege.#of.set(memoOf(index), { intent, attack: { on: 'nothing' }, pushes: 0 });
      for (const attack of intent.attacks)
        if (attack.on === 'proposal') await siege.#prepare(memoOf(index), intent, attack.lie);
    }
    return siege;
  }

  /** Sends the payment of an intent in each of its attempts, as an agent does that believes no answer. */
  async send(index: number): Promise<void> {
    const memo = memoOf(index);
    const besieged = this.#of.get(memo)!;
    const { amount, attacks, isRenamed } = besieged.intent;
    const payment = { to: 'bob', symbol: 'USDT', amount: String(amount), memo };
    for (const [attempt, attack] of attacks.entries()) {
      Object.assign(besieged, { attack, pushes: 0 });
      this.#nodeLie = attack.on === 'node' ? attack.states : undefined;
      const id = isRenamed && attempt === 1 ? `${memo}-renamed` : memo;
      this.ended.push(await this.signer.send('transfer', payment, id, this.#preload(attack)));
    }
  }

  /** Executes what was held back. */
  async deliver(): Promise<void> {
    for (const body of this.#held) await this.gateway.call('push_transaction', body);
  }

  /** All transfers of the account in the blocks of the chain since the beginning. */
  async payments(account: string): Promise<Payment[]> {
    const { chain } = this.gateway;
    const head = await headOf(chain);
    const found: Payment[] = [];
    for (let num = this.firstBlock; num <= head; num += 1) {
      const block = await chain.read<Block>('get_block', { block_num_or_id: num });
      for (const { trx } of block.transactions)
        for (const { name, authorization, data } of trx.transaction.actions)
          for (const { actor, permission } of authorization)
            if (name === 'transfer' && actor === account) found.push({ ...data, by: permission });
    }
    return found;
  }

  async end(): Promise<void> {
    this.signer.remove();
    await Promise.all([this.proxies.relay.close(), this.proxies.node.close()]);
    await this.gateway.close();
  }

  readonly #lies = new Map<string, Proposal>();

  async #prepare(memo: string, { amount }: Intent, lie: Lie): Promise<void> {
    const payment = { from: 'alice', to: 'bob', symbol: 'USDT', amount: String(amount), memo };
    const body = { ...payment, permission: 'agent', ...LIES[lie] };
    this.#lies.set(`${memo} ${lie}`, await this.gateway.compose('transfer', body));
  }

  #lie(memo: string): Proposal | undefined {
    const { attack } = this.#of.get(memo)!;
    return attack.on === 'proposal' ? this.#lies.get(`${memo} ${attack.lie}`) : undefined;
  }

  #pushed(body: Record<string, unknown>): Besieged {
    const { packed_trx } = body['signed_tx'] as { packed_trx: string };
    for (const [memo, besieged] of this.#of)
      if (packed_trx.includes(Buffer.from(memo).toString('hex'))) {
        this.signed.set(packed_trx, memo);
        return besieged;
      }
    throw new Error(`a transaction without a memo of the plan: ${packed_trx}`);
  }

  #lost(body: Record<string, unknown>): 'before' | 'after' | undefined {
    const besieged = this.#pushed(body);
    besieged.pushes += 1;
    if (isFirst(besieged, 'loses it')) return 'before';
    return isFirst(besieged, 'loses the answer') ? 'after' : undefined;
  }

  #falseFailure(tool: string, body: Record<string, unknown>, lie: RelayLie): string | undefined {
    if (tool !== 'push_transaction') return undefined;
    return isFirst(this.#pushed(body), lie) ? 'contract_refused' : undefined;
  }

  #preload(attack: Attack): string | undefined {
    if (attack.on === 'clock') return this.signer.clockAhead(3);
    if (attack.on === 'push') return this.signer.killAtPush(attack.when);
    return attack.on === 'commit' ? this.signer.killAtCommit(attack.count, attack.when) : undefined;
  }
}

const isFirst = ({ attack, pushes }: Besieged, lie: RelayLie): boolean =>
  attack.on === 'relay' && attack.does === lie && pushes === 1;

async function headOf(chain: TestGateway['chain']): Promise<number> {
  return (await chain.read<{ head_block_num: number }>('get_info')).head_block_num;
}

interface Block {
  readonly transactions: readonly {
    readonly trx: {
      readonly transaction: {
        readonly actions: readonly {
          readonly name: string;
          readonly authorization: readonly { readonly actor: string; readonly permission: string }[];
          readonly data: Omit<Payment, 'by'>;
        }[];
      };
    };
  }[];
}

/** The memo of an intent: all have the same length, so that none is within another one. */
export const memoOf = (index: number): string => `intent-${String(index).padStart(4, '0')}`;
