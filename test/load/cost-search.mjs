// Searches for the request that costs most per unit of its bucket: random inputs, and changes of the dearest found.
import { generate, mutate } from './cost-inputs.mjs';

/** Found requests of a bucket that are changed further. */
const KEPT = 4;
const MOST_CHANGES = 3;

/** The dearest requests found in one bucket, and the cheapest of those with the fewest units. */
class Found {
  dearest = [];
  cheapest = [];

  isDear(cost) {
    return this.dearest.length < KEPT || cost > this.dearest.at(-1).cost;
  }

  add(entry) {
    const byCost = [...this.dearest, entry].sort((a, b) => b.cost - a.cost);
    // One of each operation: the changes of four that are alike would find less.
    const operations = byCost.map(({ candidate }) => candidate.operation);
    this.dearest = byCost
      .filter((_, index) => operations.indexOf(operations[index]) === index)
      .slice(0, KEPT);
    // The fewest units first: a request that is charged for more than it costs makes no other one dear.
    this.cheapest = [...this.cheapest, entry]
      .sort((a, b) => a.units - b.units || a.cost - b.cost)
      .slice(0, KEPT);
  }
}

/**
 * Each operation once, then random requests and changes of the dearest ones until `isOver`.
 * @param evaluate resolves to { bucket, units, cost } of a candidate, cost per unit; to undefined for one that is not counted
 * @param isOver tells from the number of candidates tried whether to stop
 * @returns { tried, found }: found has { dearest, cheapest } by bucket, lists of { candidate, units, cost }
 */
export async function searchDearest({ operations, random, evaluate, isOver }) {
  const found = new Map();
  const seen = new Set();
  let tried = 0;
  const attempt = async (candidate) => {
    const key = JSON.stringify(candidate);
    if (seen.has(key)) return;
    seen.add(key);
    const result = await evaluate(candidate);
    if (result === undefined) return;
    const { bucket, units } = result;
    if (!found.has(bucket)) found.set(bucket, new Found());
    const known = found.get(bucket);
    // Other work on the machine makes a request look dear once: it counts as dear when it is so twice.
    const again = known.isDear(result.cost) ? await evaluate(candidate) : result;
    if (again?.bucket === bucket) known.add({ candidate, units, cost: Math.min(result.cost, again.cost) });
  };
  const changed = () => {
    const { dearest } = random.oneOf([...found.values()]);
    let candidate = random.oneOf(dearest).candidate;
    for (let changes = 1 + random.integer(MOST_CHANGES); changes > 0; changes -= 1)
      candidate = mutate(candidate, random);
    return candidate;
  };
  while (!isOver(tried)) {
    const isRandom = tried < operations.length || found.size === 0 || random.chance(4);
    const operation = operations[tried] ?? random.oneOf(operations);
    tried += 1;
    await attempt(isRandom ? generate(operation, random) : changed());
  }
  return { tried, found };
}
