/** Submission of one feeder; prices in units. */
export interface Submission {
  readonly feeder: string;
  readonly price: bigint;
}

/** The feeders that agree, in the order they were given, and the average of what they say, rounded down. */
export interface Agreement {
  readonly price: bigint;
  readonly feeders: readonly string[];
}

/** Feeders that have to agree. Source: docs/reference/rules.md, reads. */
export const MINIMUM_FEEDERS = 3;

/**
 * The price of a round: the average of the largest group of feeders among whom the highest price is at most 10 %
 * above the lowest. All others are outliers and do not count at all. Undefined when no group has the minimum size, or
 * when two groups of the largest size have no feeder in common, for then neither can be preferred. Of groups that
 * overlap the one with the smallest distance between its prices counts, of equal ones the lowest.
 * Takes at most one submission of each feeder.
 */
export function agreementOf(submissions: readonly Submission[]): Agreement | undefined {
  const sorted = submissions.toSorted(byPrice);
  const groups = sorted.map((lowest, at) =>
    sorted.slice(at).filter(({ price }) => agrees(lowest.price, price)),
  );
  const size = Math.max(0, ...groups.map(({ length }) => length));
  if (size < MINIMUM_FEEDERS) return undefined;
  const largest = groups.filter(({ length }) => length === size);
  const [first = [], last = []] = [largest[0], largest.at(-1)];
  if (!first.some((submission) => last.includes(submission))) return undefined;
  return averageOf(
    submissions,
    largest.reduce((best, group) => (distance(group) < distance(best) ? group : best)),
  );
}

function byPrice(left: Submission, right: Submission): number {
  if (left.price === right.price) return 0;
  return left.price < right.price ? -1 : 1;
}

function agrees(lowest: bigint, price: bigint): boolean {
  return price * 10n <= lowest * 11n;
}

function distance(group: readonly Submission[]): bigint {
  return (group.at(-1)?.price ?? 0n) - (group[0]?.price ?? 0n);
}

function averageOf(submissions: readonly Submission[], group: readonly Submission[]): Agreement {
  const sum = group.reduce((total, { price }) => total + price, 0n);
  return {
    price: sum / BigInt(group.length),
    feeders: submissions.filter((submission) => group.includes(submission)).map(({ feeder }) => feeder),
  };
}
