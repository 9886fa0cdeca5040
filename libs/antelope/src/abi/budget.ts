import { ValueError } from '../value-error';

/** Source: eosio abi_serializer::max_recursion_depth. */
const MAX_DEPTH = 32;
/** Fields and list elements of a value that is written; nodes allow as many elements in each list. */
const MAX_WRITTEN = 1024 * 1024;
/** Fields and list elements of a value that is read, besides those for its bytes: structs without fields take none. */
const MAX_EMPTY = 10_000;
/** Nested structs begin at the same byte. */
const MAX_PER_BYTE = 4;
/** Characters of a name that cost as much as one field: a name is written again with each value. */
const NAME_UNIT = 32;

/** The cost of a field or an alternative, by the length of its name: an ABI may repeat 200 kB for each byte. */
export const nameCost = (name: string): number => Math.max(1, Math.ceil(name.length / NAME_UNIT));

/** Cost of reading several values. */
export interface ReadCost {
  /** Fields and list elements, as a budget counts them; also those of values that could not be read to their end. */
  fields: number;
  /** Fields and list elements that one value may have; undefined: as many as its bytes allow. */
  readonly mostOfOne?: number | undefined;
}

/**
 * Cost limit of one value, independent of its ABI: a few bytes can announce billions of empty elements, a struct can
 * hold empty structs a hundredfold on each of 32 levels, and a type can contain itself. Nodes bound the time instead.
 */
export class Budget {
  #depth = 0;
  #values = 0;

  private constructor(
    private readonly maxValues: number,
    private readonly together: ReadCost = { fields: 0 },
  ) {}

  /**
   * For reading a value of `length` bytes: its cost is proportional to its length.
   * @param together counts the cost of several values
   */
  static toRead(length: number, together?: ReadCost): Budget {
    return new Budget(Math.min(MAX_EMPTY + MAX_PER_BYTE * length, together?.mostOfOne ?? Infinity), together);
  }

  static toWrite(): Budget {
    return new Budget(MAX_WRITTEN);
  }

  /** Runs `work` one level deeper. Throws ValueError below 32 levels. */
  deeper<T>(work: () => T): T {
    if (this.#depth === MAX_DEPTH) throw new ValueError(`nested more than ${String(MAX_DEPTH)} levels deep`);
    this.#depth++;
    const result = work();
    this.#depth--;
    return result;
  }

  /** Claims fields or list elements before they are made. Throws ValueError when the value has too many. */
  claim(count: number): void {
    this.#values += count;
    if (this.#values > this.maxValues)
      throw new ValueError(`more than ${String(this.maxValues)} fields and list elements`);
    this.together.fields += count;
  }
}
