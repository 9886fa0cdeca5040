const isOf = (variable: string): boolean => process.env[variable] === '1';

/** The long form of a spec under `npm run test:long`, otherwise the short one: fewer repetitions of the same behaviour. */
export const longOr = <T>(long: T, short: T): T => (isOf('TEST_LONG') ? long : short);

/** Every case under `npm run test:all`, which CI runs, and in the long form; `npm test` has those of the short one. */
export const allOr = <T>(all: T, short: T): T => (isOf('TEST_ALL') || isOf('TEST_LONG') ? all : short);

/** Every case of a series; in the short form `count` of them, from the first to the last at equal distances. */
export function allOrSome<T>(cases: readonly T[], count: number): readonly T[] {
  const distance = (cases.length - 1) / Math.max(1, count - 1);
  const chosen = new Set(Array.from({ length: count }, (_, index) => Math.round(index * distance)));
  return allOr(
    cases,
    cases.filter((_, index) => chosen.has(index)),
  );
}
