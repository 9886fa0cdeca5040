// A chain with life on it in this process, as `npm start` makes it, under a clock that moves when told to.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const built = (file) => require(`../../dist/devchain/apps/devchain/src/${file}.js`);
const { createDevelopmentChain } = built('genesis/genesis');
const { DEPLOYED_CONTRACTS } = built('genesis/deployed-contracts');
const { Life } = built('life/life');

const START_MS = Date.parse('2026-03-01T12:00:00Z');

export const freshChain = (seed, now) =>
  createDevelopmentChain({ seed, now, contracts: DEPLOYED_CONTRACTS }).chain;

/** Its people have begun their life. What goes wrong beyond a refusal of the chain is thrown by `live`. */
export function livingChain(seed) {
  let nowMs = START_MS;
  const now = () => nowMs;
  const chain = freshChain(seed, now);
  const failures = [];
  const life = new Life({ chain, seed, now, log: (line) => failures.push(line) });
  life.begin();
  return {
    chain,
    life,
    /** Blocks with as much time between them. */
    live(blocks, betweenMs) {
      for (let left = blocks; left > 0; left -= 1) {
        nowMs += betweenMs;
        chain.produceBlock();
        life.step();
      }
      if (failures.length > 0) throw new Error(failures.join('\n'));
    },
  };
}
