import type { TransferRange } from '../../cold/transfer-tier';
import type { Question } from '../../question';
import type { ActionRecord } from '../../records';
import { fieldNumber } from '../payload';
import { int, long, unsigned } from '../values';
import { readActions } from './action-records';
import { sizedParts } from './value-sizes';

/** A range that was moved, with the global sequences of its actions; `end` is exclusive. */
export interface MovedRange extends TransferRange {
  readonly start: bigint;
  readonly end: bigint;
}

/** The ranges that are in the cold tier, by block. Throws StoreUnavailableError when that is the one of another store. */
export const MOVED_RANGES: Question<undefined, MovedRange[]> = {
  name: 'moved ranges',
  isSearch: () => false,
  read: async ({ session }) => {
    const rows = await session.all(
      'SELECT first, last, from_seq, to_seq, entries, digest FROM cold_range ORDER BY first',
    );
    // Asks whose ranges the cold tier has.
    if (rows.length > 0) await session.cold?.tuples('SELECT toUInt8(1)');
    return rows.map((row) => ({
      first: int(row.first),
      last: int(row.last),
      start: long(row.from_seq),
      end: long(row.to_seq),
      source: { count: int(row.entries), digest: unsigned(row.digest) },
    }));
  },
};

interface Part {
  readonly range: MovedRange;
  /** The first global sequence. */
  readonly from: bigint;
  readonly limit: number;
}

/** Actions of a moved range whose bytes are those of a transfer of tokens. */
export interface MovedTransfers {
  /** Their global sequences, ascending, in parts that may be read at once. */
  readonly parts: readonly (readonly bigint[])[];
  /** The sequence to continue from; undefined: these are the last ones. */
  readonly next: bigint | undefined;
}

/** Bytes of transfers that are read at once: a memo may have half a megabyte. */
const MAX_PART_BYTES = 8 * 1024 * 1024;

/** Throws StoreUnavailableError when the cold tier is away. */
export const MOVED_TRANSFERS: Question<Part, MovedTransfers> = {
  name: 'moved transfers',
  isSearch: () => false,
  read: async ({ session }, { range, from, limit }) => {
    const found = await session.cold?.tuples(
      'SELECT seq FROM action_field WHERE range = ? AND field = ? AND seq >= ? AND seq < ? ORDER BY seq LIMIT ?',
      [range.first, fieldNumber('transfer.symbol'), from, range.end, limit],
    );
    const sequences = (found ?? []).map(([sequence]) => long(sequence));
    const last = sequences.at(-1);
    return {
      parts: await sizedParts(session, 'action', sequences, MAX_PART_BYTES),
      next: last === undefined || sequences.length < limit ? undefined : last + 1n,
    };
  },
};

/** Actions of one part. Throws StoreUnavailableError when the cold tier is away, or has lost some. */
export const MOVED_ACTIONS: Question<readonly bigint[], ActionRecord[]> = {
  name: 'moved actions',
  isSearch: () => false,
  read: ({ session, names }, sequences) => readActions(session, names, sequences),
};
