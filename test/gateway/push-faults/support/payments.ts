import { TestChain, transfer, type PackedBody } from '../../../harness/node/test-chain';
import { idOf } from '../../../harness/fake-node/fake-chain';
import type { Lookups, PushFault } from './fault-cases';
import type { FaultProxy } from './fault-proxy';

/** Outcome of a push as its caller reads it. `unavailable`: nothing was sent. */
export type Told = 'executed' | 'unknown' | 'failed' | 'unavailable';
export type PushTo = (signed: PackedBody) => Promise<Told>;

export interface Payment {
  readonly fault: PushFault;
  readonly lookups: Lookups;
}

/** Payments at once: most of the time of one is that of a time limit. */
const AT_ONCE = 80;
/** Pushes of the same bytes without faults until the outcome is known: on a busy machine one may take too long. */
const MAX_REPEATS = 20;
const UNITS = 1;
const NOT_FOUND = 'is found by look-ups and reported as unknown';
const QUANTITY = '0.00000001 BTC';

/** Payments of one unit by a caller who follows the answers, with a real chain as the truth. */
export class Payments {
  #memo = 0;

  /**
   * @param proxies those of the nodes that get the fault
   * @param hasHealthyNode another node of the network has none
   */
  constructor(
    private readonly chain: TestChain,
    private readonly proxies: readonly FaultProxy[],
    private readonly push: PushTo,
    private readonly hasHealthyNode = false,
  ) {}

  /**
   * Makes all payments. One whose only fault is an outcome that look-ups should have found is made again, alone: on a
   * busy machine they may run out of time.
   * @returns those that were reported wrongly, with the reason; and units paid beyond one each
   */
  async run(payments: readonly Payment[]): Promise<{ wrong: string[]; paidTooMuch: number }> {
    const before = await this.#balance();
    const wrong: string[] = [];
    const again: Payment[] = [];
    // Those that end by a time limit first: the others are made meanwhile.
    const waiting = payments.toSorted((one, other) => Number(isSlow(other)) - Number(isSlow(one)));
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const payment = next;
        const reasons = await this.#pay(payment);
        if (reasons.length === 1 && reasons[0] === NOT_FOUND) again.push(payment);
        else wrong.push(...reasons.map((reason) => titled(payment, reason)));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const payment of again)
      wrong.push(...(await this.#pay(payment)).map((reason) => titled(payment, reason)));
    const made = payments.length + again.length;
    return { wrong, paidTooMuch: (await this.#balance()) - before - made * UNITS };
  }

  async #pay({ fault, lookups }: Payment): Promise<string[]> {
    const signed = await this.signed();
    const id = idOf(signed.packed_trx);
    for (const proxy of this.proxies) proxy.set(id, { fault, lookups });
    const hasArrived = (): boolean => this.proxies.some(({ arrived }) => arrived.has(id));
    let told = await this.push(signed);
    // On a busy machine the poll of a node may fail, and nothing is sent: the fault is still to come.
    for (let repeat = 0; repeat < MAX_REPEATS && told === 'unavailable' && !hasArrived(); repeat += 1)
      told = await this.push(signed);
    await Promise.all(this.proxies.map((proxy) => proxy.idle(id)));
    const isExecuted = await this.#isExecuted(id);
    const isKnowable = this.hasHealthyNode || lookups === 'answering';
    const wrong = wrongOf(told, isExecuted, fault, isKnowable);
    for (const proxy of this.proxies) proxy.set(id, undefined);
    // The caller pushes the same bytes again while the outcome is open, and pays again only after a failure.
    if (told === 'failed') {
      const second = await this.signed();
      told = await this.push(second);
      // As above: nothing was sent.
      for (let repeat = 0; repeat < MAX_REPEATS && told === 'unavailable'; repeat += 1)
        told = await this.push(second);
      return told === 'executed' ? wrong : [...wrong, `a second payment ends as ${told}`];
    }
    for (let repeat = 0; repeat < MAX_REPEATS && told !== 'executed' && told !== 'failed'; repeat += 1)
      told = await this.push(signed);
    return told === 'executed' ? wrong : [...wrong, `ends as ${told} without faults`];
  }

  signed(): Promise<PackedBody> {
    const memo = `payment ${++this.#memo}`;
    return this.chain.sign([transfer('alice', 'bob', QUANTITY, { memo })], [this.chain.keyOf('alice')]);
  }

  async #isExecuted(id: string): Promise<boolean> {
    const { json } = await this.chain.post<{ state: string }>('get_transaction_status', { id });
    return json.state !== 'UNKNOWN';
  }

  /** Of bob, in units. */
  async #balance(): Promise<number> {
    const asked = { code: 'btc.token', account: 'bob', symbol: 'BTC' };
    const { json } = await this.chain.post<string[]>('get_currency_balance', asked);
    return Math.round(Number(json[0]?.split(' ')[0] ?? 0) * 1e8);
  }
}

const titled = ({ fault, lookups }: Payment, reason: string): string =>
  `${fault.name}, ${fault.moment}, look-ups ${lookups}: ${reason}`;

const isSlow = ({ fault }: Payment): boolean => fault.answer === 'hang';

function wrongOf(told: Told, isExecuted: boolean, fault: PushFault, isKnowable: boolean): string[] {
  const wrong: string[] = [];
  if (isExecuted && told === 'failed') wrong.push('is executed and reported as failed');
  if (!isExecuted && told === 'executed') wrong.push('is not executed and reported as executed');
  if (told === 'unavailable') wrong.push('was sent and is reported as not sent');
  if (isKnowable && fault.moment === 'after execution' && told !== 'executed')
    wrong.push(told === 'unknown' ? NOT_FOUND : `is found by look-ups and reported as ${told}`);
  const isDecided = fault.isRefusal && !fault.name.includes('expired') && isKnowable;
  if (isDecided && !isExecuted && told !== 'failed') wrong.push(`is refused and reported as ${told}`);
  if (fault.isRefusal && !isKnowable && told === 'failed')
    wrong.push('is reported as failed although no look-up was answered');
  return wrong;
}
