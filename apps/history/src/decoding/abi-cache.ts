import { type Abi, bytesToHex, parseAbi, ValueError } from '@app/antelope';
import { LRUCache } from 'lru-cache';
import type { Name } from '../derive/name';
import type { AbiSource } from '../store/queries';
import type { AbiRecord } from '../store/records';

/** Parsed ABIs; that of a system contract takes about 1 MB. */
const MAX_ABIS = 64;
/** Bytes of their binary forms; parsed and compiled, an ABI takes up to twenty times as much. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Of one contract, the newest: an account may set an ABI with each action. */
const MAX_RANGES = 64;
/** ABIs of one contract that a request reads, and bytes of them. */
const MAX_READ_ABIS = 32;
const MAX_READ_BYTES = 1024 * 1024;
/** For so long a contract is taken for one without an ABI: the node of a history that began later is asked for it. */
const NONE_MS = 2_000;
/** Contracts whose ranges of validity are kept. */
const MAX_CONTRACTS = 1_000;

/** Global sequences from `after`, which is excluded, to `upTo`, for which one ABI is known to be valid. */
interface Validity {
  readonly after: bigint;
  upTo: bigint;
  /** See `#parse`. */
  readonly key: string;
  /** Until this time of the monotonic clock; undefined: without end. */
  readonly untilMs: number | undefined;
}

interface ParsedAbi {
  readonly abi: Abi | undefined;
  readonly bytes: number;
}

const NO_ABI: ParsedAbi = { abi: undefined, bytes: 0 };

/** Limits the ABIs that are parsed for one request: a contract chooses how many it has had, and how large they are. */
export interface AbiBudget {
  /** Whether an ABI of so many bytes may still be parsed. Those that are known cost nothing. */
  readonly claimAbi: (bytes: number) => boolean;
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
  readonly #parsed = new LRUCache<string, ParsedAbi>({
    max: MAX_ABIS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  });
  readonly #validity = new LRUCache<Name, Validity[]>({ max: MAX_CONTRACTS });

  constructor(private readonly reader: AbiSource) {}

  /** The ABI that was valid for the action with this global sequence, where that is known without the store. */
  knownAt(contract: Name, sequence: bigint): { readonly abi: Abi | undefined } | undefined {
    const ranges = this.#validity.get(contract) ?? [];
    const range = ranges.find(
      ({ after, upTo, untilMs = Infinity }) =>
        after < sequence && sequence <= upTo && performance.now() < untilMs,
    );
    if (range === undefined) return undefined;
    return range.key === '' ? NO_ABI : this.#parsed.get(range.key);
  }

  /**
   * The ABI that was valid for the action with this global sequence. Undefined: the contract had none, or a broken one.
   * @param isIrreversible whether the block of the action is
   * @param budget one beyond it is taken for broken
   */
  async atSequence(
    contract: Name,
    sequence: bigint,
    isIrreversible: boolean,
    source: AbiSource = this.reader,
    budget?: AbiBudget,
  ): Promise<Abi | undefined> {
    const known = this.knownAt(contract, sequence);
    if (known !== undefined) return known.abi;
    const record = await source.abi({ contract, atSequence: sequence });
    const abi = record === undefined ? undefined : this.#parse(record, budget);
    if (isIrreversible)
      this.#extend(
        contract,
        record?.globalSequence ?? -1n,
        sequence,
        record === undefined ? '' : keyOf(record),
      );
    return abi;
  }

  /** The ABI after a block; without one, the newest. */
  async atBlock(contract: Name, atBlock?: number, budget?: AbiBudget): Promise<Abi | undefined> {
    return (await this.sinceBlock(contract, atBlock, budget)).abi;
  }

  /** The same with the block that brought it. */
  async sinceBlock(contract: Name, atBlock?: number, budget?: AbiBudget): Promise<BlockAbi> {
    const record = await this.reader.abi({ contract, ...(atBlock === undefined ? {} : { atBlock }) });
    return record === undefined
      ? { fromBlock: 0, abi: undefined }
      : { fromBlock: record.blockNum, abi: this.#parse(record, budget) };
  }

  /**
   * All ABIs that a contract has had, newest first, with undefined for a broken one and for a removal. Undefined: they
   * are more than a request reads.
   */
  async allOf(contract: Name): Promise<readonly (Abi | undefined)[] | undefined> {
    const found: (Abi | undefined)[] = [];
    let bytes = 0;
    let record = await this.reader.abi({ contract });
    while (record !== undefined) {
      bytes += record.abi.length;
      if (found.length >= MAX_READ_ABIS || bytes > MAX_READ_BYTES) return undefined;
      found.push(this.#parse(record));
      const { globalSequence } = record;
      const earlier = await this.reader.abi({ contract, atSequence: globalSequence });
      record = earlier !== undefined && earlier.globalSequence < globalSequence ? earlier : undefined;
    }
    return found;
  }

  /** Called after the chain was reset to its beginning: its sequences are used again. */
  forget(): void {
    this.#validity.clear();
  }

  #extend(contract: Name, after: bigint, upTo: bigint, key: string): void {
    const ranges = (this.#validity.get(contract) ?? []).filter(
      ({ untilMs = Infinity }) => performance.now() < untilMs,
    );
    const same = ranges.find((range) => range.after === after && range.key === key);
    const untilMs = key === '' ? performance.now() + NONE_MS : undefined;
    if (same === undefined) ranges.push({ after, upTo, key, untilMs });
    else if (same.upTo < upTo) same.upTo = upTo;
    this.#validity.set(contract, ranges.slice(-MAX_RANGES));
  }

  #parse(record: AbiRecord, budget?: AbiBudget): Abi | undefined {
    const key = keyOf(record);
    const { abi } = record;
    const known = this.#parsed.get(key);
    if (known !== undefined) return known.abi;
    if (budget?.claimAbi(abi.length) === false) return undefined;
    const parsed = abi.length === 0 ? undefined : parsedOrNone(abi);
    this.#parsed.set(key, { abi: parsed, bytes: abi.length });
    return parsed;
  }
}

/** By the hash of the ABI, so that contracts share it. */
const keyOf = ({ hash }: AbiRecord): string => bytesToHex(hash);

/** Contracts may set any bytes as their ABI: data without a readable one is shown in hex. */
function parsedOrNone(bytes: Uint8Array): Abi | undefined {
  try {
    return parseAbi(bytes);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
