import fc from 'fast-check';
import { DEPOSIT_CURSORS } from './deposit-cursor';
import { type Deposit, depositsReading, type DepositLists } from './deposits';

/** A payment as a bridge keeps it. `credited`: the block of it. */
interface Payment {
  readonly id: number;
  readonly fork: number;
  readonly credited?: number;
}

/** The lists of a bridge over payments of one account. */
function listsOf(
  payments: readonly Payment[],
  irreversible: number,
  { isListWhole = true, isWhole = true } = {},
): DepositLists {
  const all = payments.map(({ id, fork, credited }): Deposit => {
    const status = credited === undefined ? 'pending' : 'credited';
    const isFinal = credited !== undefined && credited <= irreversible;
    return { id: BigInt(id), status, txid: `${id} ${fork}`, isFinal, answer: { id: String(id), fork } };
  });
  const credited = all.filter(({ status }) => status === 'credited');
  return {
    behind: (id, others) =>
      Promise.resolve({
        deposits: all.filter(
          (one) => (one.status === 'pending' ? isListWhole : one.id > id) || others.includes(one.id),
        ),
        oldest: credited[0]?.id ?? -1n,
        isWhole,
        isListWhole,
      }),
    irreversibleId: () => Promise.resolve(credited.findLast(({ isFinal }) => isFinal)?.id ?? -1n),
  };
}

interface Sent {
  readonly status: string;
  readonly id: string;
}

/** A client that keeps the state of each payment, and whether it was said that some are missing. */
class Client {
  cursor: string | undefined;
  gaps = 0;
  told: Sent[] = [];
  readonly states = new Map<string, string>();

  async look(lists: DepositLists, stopAfter = Infinity): Promise<void> {
    const { events, cursor, start } = await depositsReading(lists, {})(this.cursor);
    this.cursor ??= start;
    const steps = [...events, { event: 'none', data: {}, cursor }];
    for (const [index, { event, data, cursor: at }] of steps.entries()) {
      if (index === stopAfter) return;
      this.cursor = at;
      expect(DEPOSIT_CURSORS.isCursor(at)).toBe(true);
      expect(at.length).toBeLessThanOrEqual(DEPOSIT_CURSORS.longest);
      if (event === 'gap') this.gaps += 1;
      if (event !== 'deposit') continue;
      const { status, id } = data as Sent;
      this.told.push({ status, id });
      if (status === 'gone') this.states.delete(id);
      else this.states.set(id, status);
    }
  }
}

const payments = (count: number, from = 0, credited?: number): Payment[] =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    fork: 0,
    ...(credited === undefined ? {} : { credited }),
  }));

describe('depositsReading', () => {
  it('depositsReading sends every payment that was credited during an absence, however many, and cut in between', async () => {
    const client = new Client();
    await client.look(listsOf([], 10));
    const later = listsOf(payments(60, 0, 5), 10);
    for (const stopAfter of [7, 30, Infinity]) await client.look(later, stopAfter);
    expect(client.told.map(({ id }) => Number(id))).toEqual(payments(60).map(({ id }) => id));
    expect(client.gaps).toBe(0);
    await client.look(later);
    expect(client.told).toHaveLength(60);
  });

  it('depositsReading continues where more payments are open than an id can name, and says so once', async () => {
    const client = new Client();
    await client.look(listsOf([], 10));
    for (let look = 0; look < 3; look += 1) await client.look(listsOf(payments(40), 10));
    expect([client.gaps, client.told.length]).toEqual([1, 24]);
    await client.look(listsOf([...payments(40, 0, 20)], 30));
    expect([...client.states.values()].filter((state) => state === 'credited')).toHaveLength(40);
  });

  it('depositsReading takes nothing back while the list of those that wait is not read to its end', async () => {
    const client = new Client();
    await client.look(listsOf(payments(3), 10));
    for (let look = 0; look < 3; look += 1)
      await client.look(listsOf(payments(3), 10, { isListWhole: false }));
    expect([client.gaps, client.told.length]).toEqual([1, 3]);
    await client.look(listsOf(payments(2), 10));
    expect(client.told.at(-1)).toEqual({ status: 'gone', id: '2' });
  });

  it('depositsReading says once that the table of credited payments was emptied', async () => {
    const client = new Client();
    await client.look(listsOf(payments(3, 0, 5), 10));
    const emptied: DepositLists = {
      irreversibleId: () => Promise.resolve(-1n),
      behind: (id) => Promise.resolve({ deposits: [], oldest: -1n, isWhole: id === -1n, isListWhole: true }),
    };
    for (let look = 0; look < 3; look += 1) await client.look(emptied);
    expect(client.gaps).toBe(1);
  });

  it('depositsReading leaves a client with the states of its payments, over forks, absences and cut connections', async () => {
    const step = fc.record({
      ...{ seen: fc.nat(4), credited: fc.nat(4), undone: fc.nat(3), settled: fc.nat(2) },
      ...{ isAway: fc.boolean(), stopAfter: fc.oneof(fc.constant(Infinity), fc.nat(3)) },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        let [known, irreversible, fork]: [Payment[], number, number] = [[], 0, 0];
        const client = new Client();
        await client.look(listsOf(known, irreversible));
        for (const [block, { seen, credited, undone, settled, isAway, stopAfter }] of steps.entries()) {
          fork += 1;
          const mayChange = (one: Payment) => one.credited === undefined || one.credited > irreversible;
          const lost = known.filter(mayChange).slice(-undone || Infinity);
          known = known.filter((one) => !lost.includes(one));
          known = [
            ...known,
            ...payments(seen, (known.at(-1)?.id ?? -1) + 1).map((one) => ({ ...one, fork })),
          ];
          let left = credited;
          known = known.map((one) =>
            one.credited === undefined && left-- > 0 ? { ...one, credited: block + 1 } : one,
          );
          irreversible = Math.max(irreversible, Math.min(block + 1, irreversible + settled));
          if (!isAway) await client.look(listsOf(known, irreversible), stopAfter);
        }
        await client.look(listsOf(known, irreversible));
        const now = known.map((one) => [String(one.id), one.credited === undefined ? 'pending' : 'credited']);
        expect([...client.states].sort()).toEqual(now.sort());
      }),
      { numRuns: 500 },
    );
  });
});
