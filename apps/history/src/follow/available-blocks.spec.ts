import type { ShipStatus } from '@app/ship';
import { firstBlockToFollow, requireContinuation } from './available-blocks';

const HEAD = { blockNum: 500, blockId: new Uint8Array(32) };

/** Logs that begin with these blocks. */
const statusOf = (traceBeginBlock: number, chainStateBeginBlock: number): ShipStatus => ({
  head: HEAD,
  lastIrreversible: HEAD,
  traceBeginBlock,
  traceEndBlock: 501,
  chainStateBeginBlock,
  chainStateEndBlock: 501,
});
const cursorAt = (num: number) => ({ num, id: new Uint8Array(32), irreversibleNum: num, firstNum: 1 });

test('an empty store begins with the block that has the whole state', () => {
  expect(firstBlockToFollow(statusOf(101, 100), undefined)).toBe(100);
});

test('a store does not continue with the first block of the logs, which has no changes of its own', () => {
  expect(() => requireContinuation(statusOf(101, 100), cursorAt(100))).not.toThrow();
  expect(() => requireContinuation(statusOf(101, 100), cursorAt(99))).toThrow(
    'the node has no history of block 100: its logs begin at block 101',
  );
});
