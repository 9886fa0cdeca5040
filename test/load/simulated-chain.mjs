// A chain with simulation in this process, as `npm start` makes it, with a manual clock.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const built = (file) => require(`../../dist/compiled/apps/devchain/src/${file}.js`);
const { createDevelopmentChain } = built('genesis/genesis');
const { DEPLOYED_CONTRACTS } = built('genesis/deployed-contracts');
const { Simulation } = built('simulation/simulation');

const START_MS = Date.parse('2026-03-01T12:00:00Z');

export const freshChain = (seed, now) =>
  createDevelopmentChain({ seed, now, contracts: DEPLOYED_CONTRACTS }).chain;

/** The seed history is in place. `run` throws failures that are not refusals of the chain. */
export function simulatedChain(seed) {
  let nowMs = START_MS;
  const now = () => nowMs;
  const chain = freshChain(seed, now);
  const failures = [];
  const simulation = new Simulation({ chain, seed, now, log: (line) => failures.push(line) });
  simulation.begin();
  return {
    chain,
    simulation,
    /** Produces blocks that are `betweenMs` apart. */
    run(blocks, betweenMs) {
      for (let left = blocks; left > 0; left -= 1) {
        nowMs += betweenMs;
        chain.produceBlock();
        simulation.step();
      }
      if (failures.length > 0) throw new Error(failures.join('\n'));
    },
  };
}
