import {
  type Abi,
  bytesToHex,
  decodeActionPrefix,
  decodeType,
  type Json,
  nameFromValue,
  ValueError,
} from '@app/antelope';
import type { Decoded } from '../answers/decoded';
import type { Name } from '../derive/block-writes';
import type { AbiSource } from '../store/queries';
import type { ActionRecord, DeltaRecord } from '../store/records';
import { type AbiCache, rowType } from './abi-cache';

export interface DecodedAction {
  readonly record: ActionRecord;
  readonly decoded: Decoded;
}

/** A record with its data decoded. */
export interface DecodedDelta {
  readonly record: DeltaRecord;
  readonly decoded: Decoded;
}

/** Decodes stored bytes with the ABI that was valid at their time. */
export class Decoder {
  constructor(private readonly abis: AbiCache) {}

  /**
   * @param irreversibleNum last irreversible block
   * @param source reads ABIs that are not known yet; default: the store
   */
  async actions(
    records: readonly ActionRecord[],
    irreversibleNum: number,
    source?: AbiSource,
  ): Promise<DecodedAction[]> {
    const decoded: DecodedAction[] = [];
    // One after the other: actions of one contract meet in the cache.
    for (const record of records)
      decoded.push({ record, decoded: await this.#action(record, irreversibleNum, source) });
    return decoded;
  }

  async deltas(records: readonly DeltaRecord[]): Promise<DecodedDelta[]> {
    const decoded: DecodedDelta[] = [];
    const abis = new Map<string, Abi | undefined>();
    for (const record of records) {
      const { code, block } = record;
      const key = `${code}:${block.num}`;
      if (!abis.has(key)) abis.set(key, await this.abis.atBlock(code, block.num));
      decoded.push({ record, decoded: decodeRow(abis.get(key), record.table, record.value) });
    }
    return decoded;
  }

  /** Arguments of an action that may not have happened yet, with the newest ABI. */
  async proposed(code: Name, action: string, data: Uint8Array): Promise<Decoded> {
    return decodeActionData(await this.abis.atBlock(code), action, data);
  }

  async #action(
    record: ActionRecord,
    irreversibleNum: number,
    source: AbiSource | undefined,
  ): Promise<Decoded> {
    const { account, globalSequence, transaction } = record;
    const isIrreversible = transaction.block.num <= irreversibleNum;
    const abi = await this.abis.atSequence(account, globalSequence, isIrreversible, source);
    return decodeActionData(abi, nameFromValue(record.name), record.data);
  }
}

function decodeActionData(abi: Abi | undefined, action: string, data: Uint8Array): Decoded {
  return { json: orNone(abi, (known) => decodeActionPrefix(known, action, data)), hex: bytesToHex(data) };
}

/** A row of a table, decoded with an ABI of its contract. */
export function decodeRow(abi: Abi | undefined, table: Name, value: Uint8Array): Decoded {
  const type = abi === undefined ? undefined : rowType(abi, table);
  const json = type === undefined ? undefined : orNone(abi, (known) => decodeType(known, type, value));
  return { json, hex: bytesToHex(value) };
}

/** Contracts may send bytes that do not fit their ABI: they are shown in hex. */
function orNone(abi: Abi | undefined, decode: (abi: Abi) => Json): Json | undefined {
  if (abi === undefined) return undefined;
  try {
    return decode(abi);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
