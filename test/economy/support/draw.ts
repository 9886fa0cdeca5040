import fc from 'fast-check';

/** Those who act: the first three have money from genesis, the last of them has nothing but what others give. */
export const PEOPLE = ['alice', 'bob', 'carol', 'dora', 'evan'] as const;
export type Person = (typeof PEOPLE)[number];

/** What chance decides about one step; what it comes to depends on what there is by then. */
export interface Draw {
  readonly who: Person;
  readonly whom: Person;
  /** How much of what there is, in thousandths; above 1000 it is more than that. */
  readonly part: bigint;
  /** Which of several things. */
  readonly pick: number;
}

export const draws = {
  who: fc.constantFrom(...PEOPLE),
  whom: fc.constantFrom(...PEOPLE),
  part: fc.oneof(
    { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 250n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 250n, max: 1_000n }) },
    { weight: 1, arbitrary: fc.constantFrom(0n, 1_000n, 1_001n, 1_500n) },
  ),
  pick: fc.nat(999),
};

export function partOf(whole: bigint, { part }: Draw): bigint {
  return (whole * part) / 1_000n;
}

/** One of several things; undefined when there is none. */
export function oneOf<T>(things: readonly T[], pick: number): T | undefined {
  return things[pick % things.length];
}

/** The name of somebody's vault. */
export function vaultOf(person: string): string {
  return `${person.padEnd(7, 'v').slice(0, 7)}.loan`;
}
