import { BroadQueryError } from '../../store/errors';
import { deltaSequence } from '../../store/positions';
import type { QuestionTools } from '../../store/question';
import type { StoredCursor } from '../../store/sql/cursor';
import { hasChanged } from '../../store/sql/reading/last-changes';
import { removedRows } from '../../store/sql/reading/removed-rows';
import { int, signed, unsigned } from '../../store/sql/values';
import { LastDeltas, type RowPlace } from './last-deltas';
import {
  currentRows,
  keyText,
  type RowAtBlock,
  type RowKey,
  type SizedRows,
  type TablePart,
} from './table-row';

/** Rows of a table that were removed after the block. */
const MAX_REMOVED = 10_000;

/** A row that was there: a large value is read when the row is part of the page. */
export interface PastRow {
  readonly size: number;
  readonly read: () => Promise<RowAtBlock>;
}

/** A table, a scope or a row of it, after a block below the head. */
export class PastTable {
  readonly #last: LastDeltas;

  constructor(
    private readonly tools: QuestionTools,
    private readonly part: TablePart,
    private readonly atBlock: number,
    private readonly cursor: StoredCursor,
  ) {
    this.#last = new LastDeltas(tools, atBlock);
  }

  current(after: RowKey | undefined, limit: number): Promise<SizedRows> {
    return currentRows(this.tools, this.part, after, limit);
  }

  mayContinue(): Promise<boolean> {
    return this.tools.work.mayContinue();
  }

  /** Places of rows that were removed after the block, at least. @throws BroadQueryError */
  async removedSince(): Promise<RowKey[]> {
    const { session, names } = this.tools;
    const { type, scope, primaryKey } = this.part;
    const scopeId = scope === undefined ? undefined : await this.#last.scopeId(scope);
    if (scope !== undefined && scopeId === undefined) return [];
    const since = {
      from: deltaSequence(this.atBlock + 1, 0),
      to: deltaSequence(this.cursor.num + 1, 0) - 1n,
    };
    if (scope !== undefined && scopeId !== undefined && primaryKey !== undefined)
      return (await hasChanged(session, [signed(primaryKey), type, scopeId], since))
        ? [{ scope, primaryKey }]
        : [];
    const rows = await removedRows(session, { table: type, scope: scopeId }, since, MAX_REMOVED + 1);
    if (rows.length > MAX_REMOVED)
      throw new BroadQueryError(['a later block_num: more than 10,000 rows of the table were removed since']);
    const keys = await names.decoding(session, () =>
      rows.map(([id, key]) => ({ scope: names.nameOf(int(id)), primaryKey: unsigned(key) })),
    );
    return [...new Map(keys.map((key) => [keyText(key), key])).values()];
  }

  /** Places whose rows will be asked for, a part of them at a time. */
  expect(keys: readonly (RowKey | RowAtBlock)[]): void {
    this.#last.expect(this.#changed(keys));
  }

  /** Those whose rows may be others than the current ones. */
  #changed(keys: readonly (RowKey | RowAtBlock)[]): RowPlace[] {
    return keys.filter((key) => this.#isChanged(key)).map((key) => ({ ...key, table: this.part.type }));
  }

  #isChanged(key: RowKey | RowAtBlock): boolean {
    return !('blockNum' in key) || key.blockNum > this.atBlock;
  }

  /**
   * The rows of places after the block, in their order; current rows that have not changed since are given. Undefined:
   * there was none. `removed`: the change that it takes is no longer part of the history.
   */
  async rowsAt(keys: readonly (RowKey | RowAtBlock)[]): Promise<(PastRow | 'removed' | undefined)[]> {
    const changed = this.#changed(keys);
    const last = await this.#last.of(changed);
    const found = new Map(changed.map((key, index) => [keyText(key), last[index]]));
    return keys.map((key) => {
      if ('blockNum' in key && !this.#isChanged(key))
        return { size: key.value.length, read: () => Promise.resolve(key) };
      const delta = found.get(keyText(key));
      if (delta === undefined) return this.cursor.isPruned ? 'removed' : undefined;
      if (!delta.isPresent) return undefined;
      const { scope, primaryKey, payer, size, blockNum } = delta;
      const read = async (): Promise<RowAtBlock> => ({
        ...{ scope, primaryKey, payer, blockNum },
        value: await this.#last.valueOf(delta),
      });
      return { size, read };
    });
  }
}
