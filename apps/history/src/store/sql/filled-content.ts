import { deserialize, serialize } from 'node:v8';
import type { BlockWrites, DeltaWrite } from '../../derive/block-writes';
import type { TotalChange } from './totals';

/** The part of filled blocks that is applied in the order of the chain: their state, and the changes of the totals. */
export interface FilledContent {
  readonly blocks: readonly BlockWrites[];
  readonly totals: readonly TotalChange[];
}

export const writeFilled = (content: FilledContent): Uint8Array =>
  serialize({ ...content, blocks: stateOf(content.blocks) });

export const readFilled = (blob: Uint8Array): FilledContent => deserialize(blob) as FilledContent;

/** The blocks without their history, and without changes of rows that a later one of them changes again. */
function stateOf(blocks: readonly BlockWrites[]): BlockWrites[] {
  const changedLater = new Set<string>();
  return blocks
    .toReversed()
    .map((writes) => {
      const deltas = lastChanges(writes.deltas, changedLater);
      const creating = new Set(writes.createdAccounts.map(({ globalSequence }) => globalSequence));
      return {
        ...writes,
        deltas,
        // An account is recorded with the transaction that created it.
        transactions: creating.size === 0 ? [] : writes.transactions,
        actions: writes.actions.filter(({ globalSequence }) => creating.has(globalSequence)),
      };
    })
    .toReversed();
}

function lastChanges(deltas: readonly DeltaWrite[], changedLater: Set<string>): DeltaWrite[] {
  return deltas
    .toReversed()
    .filter(({ code, table, scope, primaryKey }) => {
      const key = `${code} ${table} ${scope} ${primaryKey}`;
      const isLast = !changedLater.has(key);
      changedLater.add(key);
      return isLast;
    })
    .toReversed();
}
