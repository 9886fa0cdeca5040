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

export function readFilled(blob: Uint8Array): FilledContent {
  const { blocks, totals } = deserialize(blob) as {
    readonly blocks: readonly (Omit<BlockWrites, 'trades'> & Partial<Pick<BlockWrites, 'trades'>>)[];
    readonly totals: readonly (TotalChange | OldTotalChange)[];
  };
  // A fill that version 6 began has none.
  const withTrades = blocks.map((writes) => ({ ...writes, trades: writes.trades ?? [] }));
  return { blocks: withTrades, totals: totals.map(changeOf) };
}

/** As a fill that an earlier version began has it: account * 2^26 + type in one number. */
type OldTotalChange = readonly [pair: number, by: number];
const OLD_TYPES = 2 ** 26;

const changeOf = (change: TotalChange | OldTotalChange): TotalChange =>
  change.length === 3 ? change : [Math.floor(change[0] / OLD_TYPES), change[0] % OLD_TYPES, change[1]];

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
