import { ValueError } from '../value-error';

/** Source: eosio abi_serializer::max_recursion_depth. */
const MAX_DEPTH = 32;
/** For all lists of a value together; nodes allow as many in each (MAX_NUM_ARRAY_ELEMENTS). */
const MAX_ELEMENTS = 1024 * 1024;

/**
 * Cost limit of one value, independent of its bytes and its ABI: a few bytes can announce billions of empty
 * elements, and a type can contain itself.
 */
export class Budget {
  private depth = 0;
  private elements = 0;

  /** Runs `work` one level deeper. Throws ValueError below 32 levels. */
  deeper<T>(work: () => T): T {
    if (this.depth === MAX_DEPTH) throw new ValueError(`nested more than ${String(MAX_DEPTH)} levels deep`);
    this.depth++;
    const result = work();
    this.depth--;
    return result;
  }

  /** Claims list elements before they are made. Throws ValueError when the value has too many. */
  claim(count: number): void {
    this.elements += count;
    if (this.elements > MAX_ELEMENTS) throw new ValueError(`more than ${String(MAX_ELEMENTS)} list elements`);
  }
}
