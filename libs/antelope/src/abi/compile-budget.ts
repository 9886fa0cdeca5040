import { ValueError } from '../value-error';

/**
 * Types, fields, alternatives and aliases that one type may consist of, each counted once. An honest ABI of 250 kB has
 * 12,000 in all; a node bounds the time, 15 ms by default. Source: nodeos abi-serializer-max-time-ms.
 */
const MAX_PARTS = 16_384;

/** Cost limit of making the codec of one type, whatever was made before: the result is the same in every process. */
export class CompileBudget {
  #used = 0;

  get used(): number {
    return this.#used;
  }

  /** Claims parts before they are made. Throws ValueError when the type has too many. */
  claim(count: number): void {
    this.#used += count;
    if (this.#used > MAX_PARTS)
      throw new ValueError(`the type consists of more than ${String(MAX_PARTS)} types and fields`);
  }
}
