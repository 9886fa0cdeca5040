import {
  type Abi,
  decodeActionPrefix,
  decodeType,
  type Json,
  ValueError,
  nameFromValue,
} from '@app/antelope';
import { type Decoded, DecodedBytes } from '../answers/decoded';
import type { Name } from '../derive/name';
import type { AbiSource } from '../store/queries';
import type { ActionRecord, DeltaRecord } from '../store/records';
import { type AbiCache, rowType } from './abi-cache';
import { BlockAbis } from './block-abis';

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
    for (const record of records) {
      const { account, globalSequence } = record;
      // Synchronous where the ABI is known: a page would await a hundred times otherwise.
      const { abi } = this.abis.knownAt(account, globalSequence) ?? {
        abi: await this.#abiOf(record, irreversibleNum, source),
      };
      decoded.push({ record, decoded: decodeActionData(abi, nameFromValue(record.name), record.data) });
    }
    return decoded;
  }

  async deltas(records: readonly DeltaRecord[]): Promise<DecodedDelta[]> {
    const decoded: DecodedDelta[] = [];
    const abis = new BlockAbis(
      this.abis,
      records.map(({ code, block }) => [code, block.num] as const),
    );
    for (const record of records) {
      const abi = await abis.at(record.code, record.block.num);
      decoded.push({ record, decoded: decodeRow(abi, record.table, record.value) });
    }
    return decoded;
  }

  /** Arguments of an action that may not have happened yet, with the newest ABI. */
  async proposed(code: Name, action: string, data: Uint8Array): Promise<Decoded> {
    return decodeActionData(await this.abis.atBlock(code), action, data);
  }

  #abiOf(
    { account, globalSequence, transaction }: ActionRecord,
    irreversibleNum: number,
    source: AbiSource | undefined,
  ): Promise<Abi | undefined> {
    const isIrreversible = transaction.block.num <= irreversibleNum;
    return this.abis.atSequence(account, globalSequence, isIrreversible, source);
  }
}

function decodeActionData(abi: Abi | undefined, action: string, data: Uint8Array): Decoded {
  return new DecodedBytes(
    orNone(abi, (known) => decodeActionPrefix(known, action, data)),
    data,
  );
}

/** A row of a table, decoded with an ABI of its contract. */
export function decodeRow(abi: Abi | undefined, table: Name, value: Uint8Array): Decoded {
  const type = abi === undefined ? undefined : rowType(abi, table);
  const json = type === undefined ? undefined : orNone(abi, (known) => decodeType(known, type, value));
  return new DecodedBytes(json, value);
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
