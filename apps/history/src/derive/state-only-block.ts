import type { SignedBlock } from '@app/ship';
import type { BlockHeader } from './block-writes';

const ZEROS = new Uint8Array(32);
/** The only block of a chain that has no predecessor. */
const GENESIS_NUM = 1;

/**
 * Stands for the block of a snapshot, which a node that was started from one sends as state alone: neither its header
 * nor its transactions are known. Its time is at most one slot before the next block; empty slots between the two are
 * not counted.
 */
export const stateOnlyBlock = (next: SignedBlock): SignedBlock => ({
  ...stateBlockAt(next.timestamp - 1),
  scheduleVersion: next.scheduleVersion,
});

/** The same for a block of which only the slot of its time is known. */
export const stateBlockAt = (timestamp: number): SignedBlock => ({
  timestamp,
  producer: 0n,
  confirmed: 0,
  previous: ZEROS,
  transactionMroot: ZEROS,
  actionMroot: ZEROS,
  scheduleVersion: 0,
  headerExtensions: [],
  producerSignature: new Uint8Array(),
  transactions: [],
  blockExtensions: [],
});

/** Whether only the id and the state of a stored block are known: every real one but the first has a predecessor. */
export const isStateOnly = ({ num, previousId }: Pick<BlockHeader, 'num' | 'previousId'>): boolean =>
  num > GENESIS_NUM && previousId.every((byte) => byte === 0);
