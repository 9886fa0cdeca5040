import fc from 'fast-check';

/** Acting accounts: genesis funds the first three; the last one starts without a balance. */
export const PEOPLE = ['alice', 'bob', 'carol', 'dora', 'evan'] as const;
export type Person = (typeof PEOPLE)[number];

/** Random values of one step; their meaning depends on the state of the chain. */
export interface DrawnValues {
  readonly who: Person;
  readonly whom: Person;
  /** Share of an existing amount in thousandths; above 1000 it exceeds the amount. */
  readonly part: bigint;
  /** Selects one of several items. */
  readonly pick: number;
}

export const drawnValues = {
  who: fc.constantFrom(...PEOPLE),
  whom: fc.constantFrom(...PEOPLE),
  part: fc.oneof(
    { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 250n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 250n, max: 1_000n }) },
    { weight: 1, arbitrary: fc.constantFrom(0n, 1_000n, 1_001n, 1_500n) },
  ),
  pick: fc.nat(999),
};

export function partOf(whole: bigint, { part }: DrawnValues): bigint {
  return (whole * part) / 1_000n;
}

/** The selected item; undefined for an empty list. */
export function oneOf<T>(things: readonly T[], pick: number): T | undefined {
  return things[pick % things.length];
}

/** The vault name of an account. */
export function vaultOf(person: string): string {
  return `${person.padEnd(7, 'v').slice(0, 7)}.loan`;
}
