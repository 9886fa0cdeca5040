/** Paths of all members of a value, those that hold others too. */
export function pathsOf(value: unknown, before: readonly string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, child]) => [
    [...before, name],
    ...pathsOf(child, [...before, name]),
  ]);
}
