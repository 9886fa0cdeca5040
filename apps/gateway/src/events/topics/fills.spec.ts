import fc from 'fast-check';
import { fillsReading, type TailTrade, type TradeTail } from './fills';

/** A chain as the contract keeps its trades: a fork replaces the last ones, and numbers are given again. */
interface Chain {
  readonly trades: readonly { readonly content: number; readonly isOwn: boolean }[];
  readonly irreversible: number;
}

const tailOf = ({ trades, irreversible }: Chain): TradeTail => {
  const all: TailTrade[] = trades.map(({ content, isOwn }, index) => ({
    id: BigInt(index + 1),
    blockNum: index + 1,
    own: isOwn ? { id: index + 1, content } : undefined,
  }));
  return {
    behind: (id) => Promise.resolve({ trades: all.filter((trade) => trade.id > id), isWhole: true }),
    irreversibleId: () => Promise.resolve(BigInt(irreversible)),
  };
};

/** The belief of a client that does what the documentation says of each event. */
class Client {
  cursor: string | undefined;
  trades: { id: number; content: number }[] = [];

  async look(chain: Chain, stopAfter = Infinity): Promise<void> {
    const { events, cursor } = await fillsReading(tailOf(chain), {})(this.cursor);
    for (const [index, { event, data, cursor: at }] of events.entries()) {
      if (index === stopAfter) return;
      this.cursor = at;
      const told = data as { trade: { id: number; content: number }; after_id: string };
      if (event === 'fill') this.trades.push(told.trade);
      else if (event === 'undone') this.trades = this.trades.filter(({ id }) => id <= Number(told.after_id));
      else throw new Error(event);
    }
    this.cursor = cursor;
  }
}

const ownOf = ({ trades }: Chain, from: number) =>
  trades.flatMap(({ content, isOwn }, index) => (isOwn && index >= from ? [{ id: index + 1, content }] : []));

const trade = fc.record({ content: fc.nat(3), isOwn: fc.boolean() });
/** Of each step: how many reversible trades a fork takes back, which ones come, how much gets irreversible. */
const step = fc.record({
  undone: fc.nat(4),
  added: fc.array(trade, { maxLength: 5 }),
  settled: fc.nat(4),
  isAway: fc.boolean(),
  stopAfter: fc.oneof(fc.constant(Infinity), fc.nat(3)),
});

describe('fillsReading', () => {
  it('fillsReading leaves a client with the trades of its account, over forks, absences and cut connections', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(trade, { maxLength: 6 }),
        fc.array(step, { maxLength: 12 }),
        async (begun, steps) => {
          let chain: Chain = { trades: begun, irreversible: begun.length };
          const client = new Client();
          await client.look(chain);
          for (const { undone, added, settled, isAway, stopAfter } of steps) {
            const kept = Math.max(chain.irreversible, chain.trades.length - undone);
            const trades = [...chain.trades.slice(0, kept), ...added];
            chain = { trades, irreversible: Math.min(trades.length, chain.irreversible + settled) };
            if (!isAway) await client.look(chain, stopAfter);
          }
          await client.look(chain);
          expect(client.trades).toEqual(ownOf(chain, begun.length));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('fillsReading tells a client of each fill once while no fork takes one back', async () => {
    const client = new Client();
    let trades = [{ content: 1, isOwn: true }];
    await client.look({ trades, irreversible: 0 });
    for (let at = 0; at < 5; at += 1) {
      trades = [...trades, { content: at, isOwn: at !== 2 }];
      await client.look({ trades, irreversible: at });
      await client.look({ trades, irreversible: at });
    }
    expect(client.trades.map(({ id }) => id)).toEqual([2, 3, 5, 6]);
  });

  it('fillsReading says that trades are missing where the table does not reach back to the last one that was sent', async () => {
    const whole = tailOf({ trades: [{ content: 1, isOwn: true }], irreversible: 1 });
    const { cursor } = await fillsReading(whole, {})(undefined);
    const later = tailOf({
      trades: Array.from({ length: 9 }, () => ({ content: 2, isOwn: true })),
      irreversible: 8,
    });
    const cut: TradeTail = {
      ...later,
      behind: async () => ({ trades: (await later.behind(6n)).trades, isWhole: false }),
    };
    const { events, cursor: next } = await fillsReading(cut, { account: 'alice' })(cursor);
    expect(events.map(({ event }) => event)).toEqual(['gap', 'fill', 'fill', 'fill']);
    expect(events[0]?.data).toMatchObject({ account: 'alice', after_id: '1', before_id: '7' });
    expect((await fillsReading(later, {})(next)).events).toEqual([]);
  });
});
