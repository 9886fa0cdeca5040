/** Units by symbol. */
export class Amounts {
  readonly #units = new Map<string, bigint>();

  get symbols(): Iterable<string> {
    return this.#units.keys();
  }

  of(symbol: string): bigint {
    return this.#units.get(symbol) ?? 0n;
  }

  add(symbol: string, units: bigint): void {
    this.#units.set(symbol, this.of(symbol) + units);
  }
}

/** Differences between found and expected amounts, by token. */
export function* differences(where: string, found: Amounts, expected: Amounts): Generator<string> {
  for (const symbol of new Set([...found.symbols, ...expected.symbols]))
    yield* difference(`${symbol} of ${where}`, found.of(symbol), expected.of(symbol));
}

export function* difference(what: string, found: bigint, expected: bigint): Generator<string> {
  if (found !== expected) yield `${what}: ${String(found)}, should be ${String(expected)}`;
}

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
