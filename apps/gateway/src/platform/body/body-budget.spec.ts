import fc from 'fast-check';
import { BodyBudget } from './body-budget';

describe('BodyBudget', () => {
  it('BodyBudget refuses a body beyond the bound of all clients, and counts none of it', () => {
    const budget = new BodyBudget(4 * 1256);
    const shares = ['a', 'b', 'c', 'd', 'e'].map((client) => budget.open(client));
    expect(shares.map((share) => share.take(1000))).toEqual([true, true, true, true, false]);
    expect(budget.used).toBe(4 * 1256);
    shares[0]!.release();
    expect(shares[4]!.take(1000)).toBe(true);
  });

  it('BodyBudget gives one client a quarter at most, over all its requests', () => {
    const budget = new BodyBudget(8 * 1256);
    const shares = [budget.open('a'), budget.open('a'), budget.open('a'), budget.open('b')];
    expect(shares.map((share) => share.take(1000))).toEqual([true, true, false, true]);
  });

  it('BodyBudget has no bound at 0', () => {
    expect(new BodyBudget(0).open('a').take(1e12)).toBe(true);
  });

  it('BodyBudget is empty when all shares are released, whatever was taken, and never above its bound', () => {
    const step = fc.record({ share: fc.nat(5), bytes: fc.nat(5_000), isRelease: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const budget = new BodyBudget(20_000);
        const shares = Array.from({ length: 6 }, (_, index) => budget.open(`client ${index % 3}`));
        for (const { share, bytes, isRelease } of steps) {
          if (isRelease) shares[share]!.release();
          else shares[share]!.take(bytes);
          expect(budget.used).toBeLessThanOrEqual(20_000);
        }
        for (const share of shares) share.release();
        expect(budget.used).toBe(0);
      }),
    );
  });
});
