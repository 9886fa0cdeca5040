const RING = 0x10000;

/** Blocks that transactions can refer to: the second word of the ids of the last 65,536 blocks. */
export class ReferenceBlocks {
  readonly #prefixes = new Uint32Array(RING);
  readonly #known = new Uint8Array(RING);

  add(num: number, prefix: number): void {
    this.#prefixes[num % RING] = prefix;
    this.#known[num % RING] = 1;
  }

  save(): { readonly prefixes: Uint32Array; readonly known: Uint8Array } {
    return { prefixes: this.#prefixes.slice(), known: this.#known.slice() };
  }

  load({ prefixes, known }: ReturnType<ReferenceBlocks['save']>): void {
    this.#prefixes.set(prefixes);
    this.#known.set(known);
  }

  /** By the low 16 bits of a block number; undefined when there has been no such block. */
  prefix(lowNum: number): number | undefined {
    return this.#known[lowNum] === 1 ? this.#prefixes[lowNum] : undefined;
  }
}
