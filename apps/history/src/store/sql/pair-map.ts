/** Values by two numbers, each of any size: both together do not fit one exact number. */
export class PairMap<Value> {
  readonly #maps = new Map<number, Map<number, Value>>();

  get(left: number, right: number): Value | undefined {
    return this.#maps.get(left)?.get(right);
  }

  set(left: number, right: number, value: Value): void {
    const map = this.#maps.get(left);
    if (map === undefined) this.#maps.set(left, new Map([[right, value]]));
    else map.set(right, value);
  }

  *entries(): Generator<readonly [left: number, right: number, value: Value]> {
    for (const [left, map] of this.#maps) for (const [right, value] of map) yield [left, right, value];
  }

  clear(): void {
    this.#maps.clear();
  }
}
