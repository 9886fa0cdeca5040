import fc from 'fast-check';
import type { LendingChain } from '../../apps/devchain/src/contracts/loan/testing/lending-chain';
import { longOr } from '../support/long';
import type { Chain } from '../../apps/devchain/src/kernel/chain';
import { Books } from './support/books';
import { freshChain, openedEconomy } from './support/economy';
import { blocksFrom, replay } from '../kernel/support/replay';
import { isNonsense, run, SENSE, type Step, stepsInTurn } from './support/steps';
import { ACTIONS, Tally } from './support/tally';

const SEED = 20_261_121;
const SEEDED_RUNS = 13;
const RANDOM_RUNS = Number(process.env.ECONOMY_RUNS ?? longOr(60, 3));
const LONGEST_RUN = 300;
/** Ends a run that hangs, with everything that makes a failing one shorter. */
const RUN_MS = 300_000;
const DETOUR = 8;

/** Tries one thing after the other. Whatever becomes of it, the books add up; and what is refused leaves no trace. */
function live(economy: LendingChain, books: Books, steps: readonly Step[], tally: Tally): void {
  for (const step of steps) {
    // A digest reads the whole state: of what may be taken, one in six is enough.
    economy.isWatched = isNonsense(step) || tally.steps % 6 === 0;
    const refusal = economy.refusalOf(() => run(economy, step));
    tally.note(step.kind, refusal === undefined);
    if (isNonsense(step)) expect(refusal).toBeDefined();
    expect(books.wrong()).toEqual([]);
  }
}

/** Goes on for a while from a snapshot, and back to it. */
function makeDetour(
  economy: LendingChain,
  steps: readonly Step[],
  tally: Tally,
): ReturnType<Chain['snapshot']> {
  const { chain } = economy;
  const snapshot = chain.snapshot();
  const [head, digest] = [chain.head(), chain.stateDigest()];
  live(economy, new Books(economy), steps, tally);
  chain.restore(snapshot);
  expect([chain.head(), chain.stateDigest()]).toEqual([head, digest]);
  // Time has not gone back, and transactions are dated by the head.
  economy.wait(0);
  return snapshot;
}

function expectSame(chain: Chain, other: Chain): void {
  expect(chain.head()).toEqual(other.head());
  expect(chain.stateDigest()).toBe(other.stateDigest());
}

const property = (tally: Tally) =>
  fc.property(stepsInTurn(LONGEST_RUN), (steps) => {
    const economy = openedEconomy();
    const books = new Books(economy);
    const half = steps.length >> 1;
    tally.watch(economy);
    live(economy, books, steps.slice(0, half), tally);
    const middle = makeDetour(economy, steps.slice(half, half + DETOUR), tally);
    live(economy, books, steps.slice(half), tally);
    tally.look(economy);

    const again = freshChain().chain;
    replay(again, blocksFrom(economy.chain, again.head().num + 1));
    expectSame(again, economy.chain);
    again.restore(middle);
    replay(again, blocksFrom(economy.chain, again.head().num + 1));
    expectSame(again, economy.chain);
  });

describe('all contracts together', () => {
  it(
    'lose and make nothing, whatever is tried, and their blocks lead to the same state again',
    () => {
      fc.assert(property(new Tally()), { numRuns: RANDOM_RUNS });
    },
    RANDOM_RUNS * RUN_MS,
  );

  it(
    'do all they can do in the course of it',
    () => {
      const tally = new Tally();
      fc.assert(property(tally), { seed: SEED, numRuns: SEEDED_RUNS });
      expect(tally.steps).toBeGreaterThan(2_000);
      expect(tally.refusals).toBeGreaterThan(tally.steps / 5);
      expect(tally.refusals).toBeLessThan(tally.steps / 2);
      expect([...SENSE.keys()].filter((kind) => !tally.taken.has(kind))).toEqual([]);
      expect(ACTIONS.filter((name) => !tally.actions.has(name))).toEqual([]);
      expect([...tally.events].sort()).toEqual([
        ...['bridge canceled', 'bridge completed', 'loan 4', 'loan 5', 'loan 6', 'producers take turns'],
        ...['sale with loss', 'sale without loss', 'trade btcusdt', 'trade nativebtc'],
        ...['vaults canceled', 'vaults completed'],
      ]);
    },
    SEEDED_RUNS * RUN_MS,
  );
});
