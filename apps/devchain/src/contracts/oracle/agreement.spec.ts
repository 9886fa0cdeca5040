import * as fc from 'fast-check';
import { agreementOf, type Submission } from './agreement';

/** The rule once more, by looking at every group of feeders there is. */
function agreementByAllGroups(submissions: readonly Submission[]) {
  const groups = Array.from({ length: 2 ** submissions.length }, (_, bits) =>
    submissions.filter((_, at) => Math.floor(bits / 2 ** at) % 2 === 1),
  ).filter((group) =>
    group.every(({ price }) => group.every((other) => (other.price - price) * 100n <= price * 10n)),
  );
  const size = Math.max(...groups.map(({ length }) => length));
  if (size < 3) return undefined;
  const largest = groups.filter(({ length }) => length === size);
  const areDisjoint = largest.some((group) =>
    largest.some((other) => group.every((submission) => !other.includes(submission))),
  );
  if (areDisjoint) return undefined;
  const spread = (group: Submission[]) => {
    const prices = group.map(({ price }) => Number(price));
    return Math.max(...prices) - Math.min(...prices);
  };
  const sum = (group: Submission[]) => group.reduce((total, { price }) => total + Number(price), 0);
  const [best = []] = largest.sort((left, right) => spread(left) - spread(right) || sum(left) - sum(right));
  return { price: BigInt(Math.floor(sum(best) / size)), feeders: best.map(({ feeder }) => feeder) };
}

function say(...prices: number[]): Submission[] {
  return prices.map((price, at) => ({ feeder: `feeder${'abcdefgh'.charAt(at)}`, price: BigInt(price) }));
}

const rounds = fc
  .array(fc.oneof(fc.integer({ min: 90, max: 125 }), fc.integer({ min: 1, max: 400 })), { maxLength: 8 })
  .map((prices) => say(...prices));

describe('the agreement of a round', () => {
  it('the agreement of a round is the one that looking at every group of feeders finds', () => {
    fc.assert(
      fc.property(rounds, (submissions) => {
        expect(agreementOf(submissions)).toEqual(agreementByAllGroups(submissions));
      }),
      { numRuns: 300 },
    );
  });

  it('the agreement of a round does not depend on the order of the feeders', () => {
    const shuffled = rounds.chain((round) =>
      fc.tuple(fc.constant(round), fc.shuffledSubarray(round, { minLength: round.length })),
    );
    fc.assert(
      fc.property(shuffled, ([round, other]) => {
        expect(agreementOf(other)?.price).toBe(agreementOf(round)?.price);
      }),
    );
  });

  it('the agreed price lies within the prices of the agreeing feeders, and no other feeder changes it', () => {
    fc.assert(
      fc.property(rounds, (submissions) => {
        const agreement = agreementOf(submissions);
        fc.pre(agreement !== undefined);
        const named = submissions.filter(({ feeder }) => agreement?.feeders.includes(feeder));
        expect(named.length).toBeGreaterThanOrEqual(3);
        expect(agreementOf(named)).toEqual(agreement);
      }),
    );
  });

  it.each([
    ['no submission', say(), undefined],
    ['two', say(100, 100), undefined],
    ['three', say(100, 101, 102), 101n],
    ['three, rounded down', say(100, 100, 101), 100n],
    ['exactly ten per cent apart', say(100, 110, 105), 105n],
    ['a little more than ten per cent apart', say(1000, 1101, 1050), undefined],
    ['an outlier above', say(100, 100, 100, 200), 100n],
    ['an outlier below', say(100, 1, 100, 100), 100n],
    ['two outliers that agree', say(100, 100, 100, 200, 200), 100n],
    ['more outliers than feeders that agree', say(100, 100, 100, 200, 300, 400, 500), 100n],
    ['three against three', say(100, 100, 100, 200, 200, 200), undefined],
    ['two groups that overlap: the narrower', say(100, 108, 109, 112), 109n],
    ['two groups that overlap, equally narrow: the lower', say(100, 105, 110, 115), 105n],
  ])('the agreement of a round with %s is the expected price', (_, submissions, price) => {
    expect(agreementOf(submissions)?.price).toBe(price);
  });
});
