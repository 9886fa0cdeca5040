import {
  type Abi,
  type BoolFormat,
  decodeActionPrefix,
  decodeType,
  type Json,
  nameFromValue,
  rowType,
  ValueError,
} from '@app/antelope';
import { type Decoded, DecodedBytes } from '../answers/decoded';
import type { Name } from '../derive/name';
import type { AbiSource } from '../store/queries';
import type { ActionRecord, DeltaRecord } from '../store/records';
import type { AbiCache } from './abi-cache';
import { BlockAbis } from './block-abis';
import { PageCost } from './page-cost';
import type { RowBudget } from './row-budget';

export interface DecodedAction {
  readonly record: ActionRecord;
  readonly decoded: Decoded;
}

/** A record with its data decoded. */
export interface DecodedDelta {
  readonly record: DeltaRecord;
  readonly decoded: Decoded;
}

/** An action of a proposed transaction. */
export interface ProposedAction {
  readonly code: Name;
  readonly name: string;
  readonly data: Uint8Array;
}

/** Contracts of the proposals of a page whose ABIs are read: as many as rows of a page may have. */
const MAX_PROPOSED_CONTRACTS = 1_000;

/** Decodes stored bytes with the ABI that was valid at their time. */
export class Decoder {
  /**
   * @param undecodable called for each value that its ABI does not fit, or that costs too much, by itself or with the
   *   values before it in a page: it is shown in hex
   * @param bools Hyperion writes true and false
   */
  constructor(
    private readonly abis: AbiCache,
    private readonly undecodable: () => void = () => undefined,
    private readonly bools: BoolFormat = 'boolean',
  ) {}

  /** The same for the routes of nodeos, which writes bool as 0 or 1. */
  get asNodeos(): Decoder {
    return new Decoder(this.abis, this.undecodable, 'number');
  }

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
    const cost = new PageCost(this.undecodable);
    // One after the other: actions of one contract meet in the cache.
    for (const record of records) {
      const { account, globalSequence } = record;
      // Synchronous where the ABI is known: a page would await a hundred times otherwise.
      const { abi } = this.abis.knownAt(account, globalSequence) ?? {
        abi: await this.#abiOf(record, irreversibleNum, source, cost),
      };
      const action = nameFromValue(record.name);
      decoded.push({ record, decoded: this.#action(abi, action, record.data, cost) });
    }
    return decoded;
  }

  async deltas(records: readonly DeltaRecord[]): Promise<DecodedDelta[]> {
    const decoded: DecodedDelta[] = [];
    const cost = new PageCost(this.undecodable);
    const abis = new BlockAbis(
      this.abis,
      records.map(({ code, block }) => [code, block.num] as const),
      cost,
    );
    for (const record of records) {
      const abi = await abis.at(record.code, record.block.num);
      decoded.push({ record, decoded: this.row(abi, record.table, record.value, cost) });
    }
    return decoded;
  }

  /**
   * Rows of one table, decoded with one ABI, as a node does: one at a time, so that those that are not wanted are not kept.
   * @param atBlock the ABI after this block; without one, the newest
   * @throws BroadQueryError when they cost more than the budget has
   */
  async *rows<T extends { readonly value: Uint8Array }>(
    { code, table, atBlock }: { readonly code: Name; readonly table: Name; readonly atBlock?: number },
    rows: readonly T[],
    budget: RowBudget,
  ): AsyncGenerator<readonly [record: T, decoded: Decoded]> {
    const abi = await this.abis.atBlock(code, atBlock);
    for (const row of rows) {
      await budget.next(row.value.length);
      yield [row, this.row(abi, table, row.value, budget)];
    }
  }

  /**
   * Arguments of actions that may not have happened yet, in their order, with the newest ABIs. Any account may propose actions
   * of contracts that do not exist, thousands of them: the ABI of each is read once, and those of a bounded number.
   */
  async proposed(actions: readonly ProposedAction[]): Promise<readonly Decoded[]> {
    const decoded = actions.map(({ data }): Decoded => new DecodedBytes(undefined, data));
    const cost = new PageCost(this.undecodable);
    const indexes = new Map<Name, number[]>();
    for (const [index, { code }] of actions.entries()) {
      const known = indexes.get(code);
      if (known === undefined) indexes.set(code, [index]);
      else known.push(index);
    }
    // One contract after the other: its ABI, which may be large, is in memory while it is used.
    for (const [code, ofContract] of [...indexes].slice(0, MAX_PROPOSED_CONTRACTS)) {
      const abi = await this.abis.atBlock(code, undefined, cost);
      for (const index of ofContract) {
        const action = actions[index];
        if (action !== undefined) decoded[index] = this.#action(abi, action.name, action.data, cost);
      }
    }
    return decoded;
  }

  #abiOf(
    { account, globalSequence, transaction }: ActionRecord,
    irreversibleNum: number,
    source: AbiSource | undefined,
    cost: PageCost,
  ): Promise<Abi | undefined> {
    const isIrreversible = transaction.block.num <= irreversibleNum;
    return this.abis.atSequence(account, globalSequence, isIrreversible, source, cost);
  }

  /**
   * A row of a table, decoded with an ABI of its contract.
   * @param cost counts what it costs
   */
  row(abi: Abi | undefined, table: Name, value: Uint8Array, cost?: PageCost | RowBudget): Decoded {
    const type = abi === undefined ? undefined : rowType(abi, nameFromValue(table));
    const json =
      type === undefined
        ? undefined
        : this.#orNone(abi, value, cost, (known) => decodeType(known, type, value, this.bools, cost));
    return new DecodedBytes(json, value);
  }

  #action(abi: Abi | undefined, action: string, data: Uint8Array, cost: PageCost): Decoded {
    const decode = (known: Abi): Json => decodeActionPrefix(known, action, data, this.bools, cost);
    return new DecodedBytes(this.#orNone(abi, data, cost, decode), data);
  }

  /** Contracts may send bytes that do not fit their ABI, or whose text would be too long: they are shown in hex. */
  #orNone(
    abi: Abi | undefined,
    bytes: Uint8Array,
    cost: PageCost | RowBudget | undefined,
    decode: (abi: Abi) => Json,
  ): Json | undefined {
    if (abi === undefined) return undefined;
    try {
      const before = cost?.fields ?? 0;
      const json = decode(abi);
      if (cost instanceof PageCost) cost.print(json, { fields: cost.fields - before, bytes: bytes.length });
      return json;
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      this.undecodable();
      return undefined;
    }
  }
}
