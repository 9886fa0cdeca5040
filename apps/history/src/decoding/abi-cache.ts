import { type Abi, bytesToHex, nameFromValue, parseAbi, ValueError } from '@app/antelope';
import { LRUCache } from 'lru-cache';
import type { Name } from '../derive/name';
import type { AbiSource } from '../store/queries';
import type { AbiRecord } from '../store/records';

/** Parsed ABIs; that of a system contract takes about 1 MB. */
const MAX_ABIS = 64;
/** Contracts whose ranges of validity are kept. */
const MAX_CONTRACTS = 1_000;

/** Global sequences from `after`, which is excluded, to `upTo`, for which one ABI is known to be valid. */
interface Validity {
  readonly after: bigint;
  upTo: bigint;
  readonly abi: Abi | undefined;
}

/** An ABI that is valid after a block and after later ones. */
export interface BlockAbi {
  /** 0: the contract had none before. */
  readonly fromBlock: number;
  readonly abi: Abi | undefined;
}

/**
 * ABIs as they were valid at a point of the history. The range of sequences for which an ABI is known to be valid is
 * kept for irreversible actions only: a fork may give the others another ABI.
 */
export class AbiCache {
  readonly #parsed = new LRUCache<string, { readonly abi: Abi | undefined }>({ max: MAX_ABIS });
  readonly #validity = new LRUCache<Name, Validity[]>({ max: MAX_CONTRACTS });

  constructor(private readonly reader: AbiSource) {}

  /** The ABI that was valid for the action with this global sequence, where that is known without the store. */
  knownAt(contract: Name, sequence: bigint): { readonly abi: Abi | undefined } | undefined {
    const ranges = this.#validity.get(contract) ?? [];
    return ranges.find(({ after, upTo }) => after < sequence && sequence <= upTo);
  }

  /**
   * The ABI that was valid for the action with this global sequence. Undefined: the contract had none, or a broken one.
   * @param isIrreversible whether the block of the action is
   */
  async atSequence(
    contract: Name,
    sequence: bigint,
    isIrreversible: boolean,
    source: AbiSource = this.reader,
  ): Promise<Abi | undefined> {
    const known = this.knownAt(contract, sequence);
    if (known !== undefined) return known.abi;
    const record = await source.abi({ contract, atSequence: sequence });
    const abi = record === undefined ? undefined : this.#parse(record);
    if (isIrreversible) this.#extend(contract, record?.globalSequence ?? -1n, sequence, abi);
    return abi;
  }

  /** The ABI after a block; without one, the newest. */
  async atBlock(contract: Name, atBlock?: number): Promise<Abi | undefined> {
    return (await this.sinceBlock(contract, atBlock)).abi;
  }

  /** The same with the block that brought it. */
  async sinceBlock(contract: Name, atBlock?: number): Promise<BlockAbi> {
    const record = await this.reader.abi({ contract, ...(atBlock === undefined ? {} : { atBlock }) });
    return record === undefined
      ? { fromBlock: 0, abi: undefined }
      : { fromBlock: record.blockNum, abi: this.#parse(record) };
  }

  /** Called after the chain was reset to its beginning: its sequences are used again. */
  forget(): void {
    this.#validity.clear();
  }

  #extend(contract: Name, after: bigint, upTo: bigint, abi: Abi | undefined): void {
    const ranges = this.#validity.get(contract) ?? [];
    const same = ranges.find((range) => range.after === after);
    if (same === undefined) ranges.push({ after, upTo, abi });
    else if (same.upTo < upTo) same.upTo = upTo;
    this.#validity.set(contract, ranges);
  }

  #parse({ hash, abi }: AbiRecord): Abi | undefined {
    const key = bytesToHex(hash);
    const known = this.#parsed.get(key);
    if (known !== undefined) return known.abi;
    const parsed = abi.length === 0 ? undefined : parsedOrNone(abi);
    this.#parsed.set(key, { abi: parsed });
    return parsed;
  }
}

/** Contracts may set any bytes as their ABI: data without a readable one is shown in hex. */
function parsedOrNone(bytes: Uint8Array): Abi | undefined {
  try {
    return parseAbi(bytes);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}

const rowTypes = new WeakMap<Abi, ReadonlyMap<string, string>>();

/** The type of a table's rows; undefined where the ABI has no such table. */
export function rowType(abi: Abi, table: Name): string | undefined {
  const types = rowTypes.get(abi) ?? new Map(abi.tables.map(({ name, type }) => [String(name), type]));
  rowTypes.set(abi, types);
  return types.get(nameFromValue(table));
}
