import fc from 'fast-check';
import type { LendingChain } from '../../harness/chain/lending-chain';
import { allOr, longOr } from '../../harness/long';
import type { Chain } from '../../../apps/devchain/src/kernel/chain';
import { Invariants } from './support/invariants';
import { emptyChain, initialChain } from './support/initial-chain';
import { blocksFrom, replay } from '../../harness/chain/replay';
import { isInvalidInput, run, VALID_ACTIONS, type Step, stepSequences } from './support/steps';
import { CONTRACT_ACTIONS, Coverage } from './support/coverage';

/** Runs of a seed that execute every action and reach every event. */
const SEEDED = longOr({ seed: 20_261_121, numRuns: 13, steps: 2_000 }, { seed: 18, numRuns: 7, steps: 800 });
const RANDOM_RUNS = Number(process.env.INVARIANT_RUNS ?? longOr(60, 1));
const LONGEST_RUN = 300;
/** Timeout of one run, shrinking included. */
const RUN_MS = 300_000;
const SNAPSHOT_STEPS = 8;

/** Runs steps and checks the invariants after each; the chain under test checks that a refused one changes nothing. */
function runSteps(
  economy: LendingChain,
  invariants: Invariants,
  steps: readonly Step[],
  coverage: Coverage,
): void {
  for (const step of steps) {
    // A digest reads the whole state: for valid actions, one in six is enough.
    economy.isWatched = isInvalidInput(step) || coverage.steps % 6 === 0;
    const refusal = economy.refusalOf(() => run(economy, step));
    coverage.count(step.kind, refusal === undefined);
    if (isInvalidInput(step)) expect(refusal).toBeDefined();
    expect(invariants.violations()).toEqual([]);
  }
}

/** Runs steps from a snapshot, then restores it. */
function runFromSnapshot(
  economy: LendingChain,
  steps: readonly Step[],
  coverage: Coverage,
): ReturnType<Chain['snapshot']> {
  const { chain } = economy;
  const snapshot = chain.snapshot();
  const [head, digest] = [chain.head(), chain.stateDigest()];
  runSteps(economy, new Invariants(economy), steps, coverage);
  chain.restore(snapshot);
  expect([chain.head(), chain.stateDigest()]).toEqual([head, digest]);
  // The clock is not restored, and transactions take their time from the head block.
  economy.wait(0);
  return snapshot;
}

function expectSame(chain: Chain, other: Chain): void {
  expect(chain.head()).toEqual(other.head());
  expect(chain.stateDigest()).toBe(other.stateDigest());
}

const property = (coverage: Coverage) =>
  fc.property(stepSequences(LONGEST_RUN), (steps) => {
    const economy = initialChain();
    const invariants = new Invariants(economy);
    const half = steps.length >> 1;
    coverage.recordActions(economy);
    runSteps(economy, invariants, steps.slice(0, half), coverage);
    const middle = runFromSnapshot(economy, steps.slice(half, half + SNAPSHOT_STEPS), coverage);
    runSteps(economy, invariants, steps.slice(half), coverage);
    coverage.recordTables(economy);

    const again = emptyChain().chain;
    replay(again, blocksFrom(economy.chain, again.head().num + 1));
    expectSame(again, economy.chain);
    again.restore(middle);
    replay(again, blocksFrom(economy.chain, again.head().num + 1));
    expectSame(again, economy.chain);
  });

describe('all contracts together', () => {
  it(
    'all contracts conserve the tokens for random steps, and a replay of the blocks gives the same state',
    () => {
      fc.assert(property(new Coverage()), { numRuns: RANDOM_RUNS });
    },
    RANDOM_RUNS * RUN_MS,
  );

  const executeEveryAction = () => {
    const coverage = new Coverage();
    const { seed, numRuns, steps } = SEEDED;
    fc.assert(property(coverage), { seed, numRuns });
    expect(coverage.steps).toBeGreaterThan(steps);
    expect(coverage.refusals).toBeGreaterThan(coverage.steps / 5);
    expect(coverage.refusals).toBeLessThan(coverage.steps / 2);
    expect([...VALID_ACTIONS.keys()].filter((kind) => !coverage.taken.has(kind))).toEqual([]);
    expect(CONTRACT_ACTIONS.filter((name) => !coverage.actions.has(name))).toEqual([]);
    expect([...coverage.events].sort()).toEqual([
      ...['bridge canceled', 'bridge completed', 'loan 4', 'loan 5', 'loan 6', 'producers take turns'],
      ...['sale with loss', 'sale without loss', 'trade btcusdt', 'trade nativebtc'],
      ...['vaults canceled', 'vaults completed'],
    ]);
  };
  // The short form has the random run alone.
  for (const check of allOr([executeEveryAction], []))
    it('all contracts execute every action in the seeded runs', check, SEEDED.numRuns * RUN_MS);
});
