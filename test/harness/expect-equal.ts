import { isDeepStrictEqual } from 'node:util';

/** `expect(actual).toEqual(expected)` for large values: Node compares bytes and long lists much faster than Jest. */
export function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}
