import { longOr } from '../harness/long';
import { memoOf, Siege } from './support/siege';
import { siegePlan } from './support/siege-plan';

/** USDT within an hour; the plan wants more. */
const CAP = 40;
const UNIT = 100_000_000n;
const SEEDS = longOr([1, 2, 3], [1]);
const INTENTS = 16;
/** Programs at once. */
const PROGRAMS = 4;

describe('four programs of a signer, killed anywhere, between a gateway and a node that lie', () => {
  it.each(SEEDS)('no payment is made twice, to another account, or above the cap: seed %d', async (seed) => {
    const plan = siegePlan(INTENTS, seed);
    const siege = await Siege.begin(plan, String(CAP));
    const { gateway } = siege;
    try {
      const before = await gateway.balance('bob', 'USDT');
      const waiting = plan.map((_, index) => index);
      const agents = Array.from({ length: PROGRAMS }, async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await siege.send(next);
      });
      await Promise.all(agents);
      await siege.deliver();
      gateway.chain.devchain.chain.produceBlock();

      // A signature that left a program can be executed at any time: it counts, executed or not.
      const amountOf = new Map(plan.map(({ amount }, index) => [memoOf(index), amount]));
      const sumOf = (memos: readonly string[]) => memos.reduce((sum, memo) => sum + amountOf.get(memo)!, 0);
      const signed = [...siege.signed.values()].toSorted();
      expect(signed).toEqual([...new Set(signed)]);
      expect(sumOf(signed)).toBeLessThanOrEqual(CAP);

      // The chain is the judge: neither the log of the signer nor its answers count.
      const payments = await siege.payments('alice');
      const memos = payments.map(({ memo }) => memo).toSorted();
      expect(memos).toEqual([...new Set(memos)]);
      for (const payment of payments) {
        const quantity = `${amountOf.get(payment.memo)}.00000000 USDT`;
        expect(payment).toMatchObject({ by: 'agent', to: 'bob', quantity });
      }
      expect(await gateway.balance('bob', 'USDT')).toBe(before + BigInt(sumOf(memos)) * UNIT);

      // The plan attacked: programs were killed, lies and full windows were refused, and payments were made.
      const outputs = siege.ended.map(({ output }) => output).join('\n');
      expect(siege.ended.some(({ code }) => code === null)).toBe(true);
      for (const rule of ['proposal', 'cap', 'repeated']) expect(outputs).toContain(`refused (${rule})`);
      expect(sumOf(signed)).toBeGreaterThan(CAP / 2);
      expect(memos).not.toEqual([]);
    } finally {
      await siege.end();
    }
  });
});
