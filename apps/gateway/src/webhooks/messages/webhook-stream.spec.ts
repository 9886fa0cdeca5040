import { ManualClock } from '@app/operations';
import { toolError } from '@app/chain-tools';
import fc from 'fast-check';
import { readEventId } from '../../events/stream/event-id';
import { EventStream } from '../../events/stream/event-stream';
import { FILL_CURSORS, fillsReading, type TradeTail } from '../../events/topics/fills';
import { continuedId, positionIn, positionText, type WebhookPosition } from './webhook-position';
import { WebhookQueue } from './webhook-queue';

/** A block behind those of all trades. */
const HEAD = 100;

/** A chain as the contract keeps its trades: a fork replaces the last ones, and numbers are given again. */
interface Chain {
  readonly trades: readonly number[];
  readonly irreversible: number;
}

const tailOf = ({ trades, irreversible }: Chain): TradeTail => {
  const all = trades.map((content, index) => ({
    ...{ id: BigInt(index + 1), blockNum: index + 1, own: { id: index + 1, content } },
  }));
  return {
    behind: (id) =>
      Promise.resolve({ trades: all.filter((trade) => trade.id > id), isWhole: true, before: undefined }),
    irreversibleId: () => Promise.resolve(BigInt(irreversible)),
    markOf: () => undefined,
  };
};
const PART = {
  ...{ key: 'fills:alice', topic: 'fills:alice', cursors: FILL_CURSORS },
  read: () => Promise.reject(new Error('not asked')),
};

/** A receiver that does what the documentation says: it drops ids that it has, and believes the rest in its order. */
class Receiver {
  readonly ids = new Set<string>();
  trades: { id: number; content: number }[] = [];

  take({ id, body }: { readonly id: string; readonly body: string }): void {
    if (this.ids.has(id)) return;
    this.ids.add(id);
    const { type, data } = JSON.parse(body) as { type: string; data: Record<string, unknown> };
    if (type === 'fill') this.trades.push(data['trade'] as { id: number; content: number });
    else if (type === 'undone')
      this.trades = this.trades.filter((trade) => trade.id <= Number(data['after_id']));
    else if (type !== 'ready') throw new Error(type);
  }
}

/** A replica that holds the webhook: it continues at the position that is stored. */
class Replica {
  #look = 1;

  private constructor(
    readonly queue: WebhookQueue,
    private readonly stream: EventStream,
  ) {}

  static async begin(stored: string | undefined, chain: Chain): Promise<Replica> {
    const start = stored === undefined ? undefined : positionIn(stored)!;
    const position: WebhookPosition = start ?? { epoch: '0'.repeat(16), eventId: '', counts: {} };
    const queue = new WebhookQueue({ network: 'mainnet', webhook: 'desk', position }, new ManualClock());
    const cursors = start && readEventId(continuedId(start))!.cursors;
    const stream = new EventStream(
      queue,
      {
        ...{ network: 'mainnet', chain: 'a'.repeat(16), topics: ['fills:alice'], limit: Infinity },
        ...{ cursors, reset: undefined },
      },
      { onEvent: () => undefined, onFailure: (cause) => toolError('NOT_FOUND', String(cause)) },
    );
    await stream.prepare([
      { part: PART, reading: fillsReading(tailOf(chain), {}), look: { number: 1, headBlock: HEAD } },
    ]);
    queue.begin(stream.position, [PART]);
    stream.open();
    return new Replica(queue, stream);
  }

  async see(chain: Chain): Promise<void> {
    await this.stream.deliver(PART, fillsReading(tailOf(chain), {}), {
      ...{ number: (this.#look += 1), headBlock: HEAD },
    });
    this.stream.heartbeat();
  }
}

/** Of each step: trades that a fork takes back, those that come, deliveries, and how the last one ends. */
const step = fc.record({
  undone: fc.nat(4),
  added: fc.array(fc.nat(3), { maxLength: 4 }),
  settled: fc.nat(4),
  deliveries: fc.nat(4),
  isAnswerLost: fc.boolean(),
  isReplaced: fc.boolean(),
});

describe('a webhook whose receiver drops ids that it has', () => {
  it('a webhook leaves its receiver with the trades of its account, over forks, lost answers and killed replicas', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        let chain: Chain = { trades: [], irreversible: 0 };
        const receiver = new Receiver();
        let replica = await Replica.begin(undefined, chain);
        let stored = positionText(replica.queue.position);
        const deliver = (most: number, isLastAnswerLost: boolean): void => {
          for (let at = 0; at < most && replica.queue.sinceMs !== undefined; at += 1) {
            stored = positionText(replica.queue.position);
            receiver.take(replica.queue.oldest!);
            if (isLastAnswerLost && at === most - 1) return;
            replica.queue.accepted();
            stored = positionText(replica.queue.position);
          }
        };
        for (const { undone, added, settled, deliveries, isAnswerLost, isReplaced } of steps) {
          const kept = Math.max(chain.irreversible, chain.trades.length - undone);
          const trades = [...chain.trades.slice(0, kept), ...added];
          chain = { trades, irreversible: Math.min(trades.length, chain.irreversible + settled) };
          await replica.see(chain);
          deliver(deliveries, isAnswerLost);
          if (isReplaced) replica = await Replica.begin(stored, chain);
        }
        for (let round = 0; round < 3; round += 1) {
          deliver(Infinity, false);
          await replica.see(chain);
        }
        expect(receiver.trades).toEqual(chain.trades.map((content, index) => ({ id: index + 1, content })));
      }),
      { numRuns: 500 },
    );
  });
});
