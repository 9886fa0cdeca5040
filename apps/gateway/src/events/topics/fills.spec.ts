import fc from 'fast-check';
import { digestOf } from './digest';
import { FILL_CURSORS, fillsReading, MARK_CHARACTERS, type TailTrade, type TradeTail } from './fills';
import { NO_ROW } from './newest-rows';

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
    behind: (id) => {
      const [behind, others] = [all.filter((one) => one.id > id), all.filter((one) => one.id <= id)];
      const before = others.at(-1)?.id;
      const isWhole = id === NO_ROW || (before !== undefined && (behind.length > 0 || before === id));
      return Promise.resolve({ trades: behind, isWhole, before });
    },
    irreversibleId: () => Promise.resolve(irreversible === 0 ? NO_ROW : BigInt(irreversible)),
    markOf: (id) => {
      const known = trades[Number(id) - 1];
      return known && digestOf(known).slice(0, MARK_CHARACTERS);
    },
  };
};

/** The belief of a client that does what the documentation says of each event. */
class Client {
  cursor: string | undefined;
  trades: { id: number; content: number }[] = [];
  /** The chain was set back: all trades that hold were sent, also those from before its first look. */
  isFromStart = false;

  async look(chain: Chain, stopAfter = Infinity): Promise<void> {
    const { events, cursor } = await fillsReading(tailOf(chain), {})(this.cursor);
    for (const [index, { event, data, cursor: at }] of events.entries()) {
      if (index === stopAfter) return;
      this.cursor = at;
      expect(FILL_CURSORS.isCursor(at)).toBe(true);
      const told = data as { trade: { id: number; content: number }; after_id: string };
      if (event === 'fill') this.trades.push(told.trade);
      else if (event === 'undone') {
        this.trades = this.trades.filter(({ id }) => id <= Number(told.after_id));
        this.isFromStart ||= told.after_id === '-1';
      } else throw new Error(event);
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

  it('fillsReading leaves a client with the trades of its account on a chain that is set back behind irreversible ones', async () => {
    const setBack = fc.record({ kept: fc.nat(8), again: fc.nat(12) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(trade, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(step, fc.option(setBack)), { maxLength: 8 }),
        async (begun, steps) => {
          let written = 0;
          // Each trade of a chain is in a block of its own: no two have the same content.
          const distinct = (trades: readonly { isOwn: boolean }[]) =>
            trades.map(({ isOwn }) => ({ isOwn, content: (written += 1) }));
          let chain: Chain = { trades: distinct(begun), irreversible: begun.length };
          const client = new Client();
          await client.look(chain);
          for (const [{ added, settled, isAway, stopAfter }, taken] of steps) {
            const again = Array.from({ length: taken?.again ?? 0 }, (_, at) => ({ isOwn: at % 2 === 0 }));
            const kept = taken === null ? chain.trades : chain.trades.slice(0, 1 + taken.kept);
            const trades = [...kept, ...distinct([...again, ...added])];
            const irreversible = Math.min(trades.length, Math.min(kept.length, chain.irreversible) + settled);
            chain = { trades, irreversible };
            if (!isAway) await client.look(chain, stopAfter);
          }
          await client.look(chain);
          expect(client.trades).toEqual(ownOf(chain, client.isFromStart ? 0 : begun.length));
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

  it('fillsReading states the newest block of the trades that it read, of those of others too', async () => {
    const trades = [true, true, false].map((isOwn) => ({ content: 1, isOwn }));
    const reading = fillsReading(tailOf({ trades, irreversible: 1 }), {});
    const begun = await reading(undefined);
    expect(begun.newestBlock).toBe(3);
    expect((await reading(begun.cursor)).newestBlock).toBe(3);
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
      behind: async () => ({ trades: (await later.behind(6n)).trades, isWhole: false, before: undefined }),
    };
    const { events, cursor: next } = await fillsReading(cut, { account: 'alice' })(cursor);
    expect(events.map(({ event }) => event)).toEqual(['gap', 'fill', 'fill', 'fill']);
    expect(events[0]?.data).toMatchObject({ account: 'alice', after_id: '1', before_id: '7' });
    expect((await fillsReading(later, {})(next)).events).toEqual([]);
  });
});
