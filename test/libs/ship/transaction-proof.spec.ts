import { merklePath, merkleRoot, nodeDigest, plainMerklePath, plainMerkleRoot, sha256 } from '@app/antelope';
import {
  type DecodedBlock,
  decodeBlock,
  foreignTransaction,
  transactionReceiptDigest,
  transactionRootOf,
} from '@app/ship';
import { deflateSync } from 'node:zlib';
import { RECORDED_SESSIONS } from '../../harness/ship/recorded-frames';
import { recordedBlocks } from '../../harness/ship/recorded-source';

/** The recorded blocks of real nodes that came with a header. */
const blocks: readonly DecodedBlock[] = RECORDED_SESSIONS.flatMap((session) =>
  recordedBlocks(session)
    .filter(({ thisBlock, block }) => [thisBlock, block].every((part) => part !== undefined))
    .map(decodeBlock),
);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('the proof of the transactions of a block', () => {
  it('the root of the receipts is the one in the header, in every block of real nodes', () => {
    expect(blocks.length).toBeGreaterThan(300);
    for (const { block } of blocks) expect(hex(transactionRootOf(block!))).toBe(hex(block!.transactionMroot));
  });

  it('the traces are those of the transactions, in every block of real nodes', () => {
    const traced = blocks.filter(({ traces }) => traces.length > 0);
    expect(traced.length).toBeGreaterThan(300);
    for (const { block, traces, thisBlock } of traced)
      expect([thisBlock.blockNum, foreignTransaction(block!, traces)]).toEqual([
        thisBlock.blockNum,
        undefined,
      ]);
  });
});

type Traces = DecodedBlock['traces'];
type Trace = Traces[number];

/** A block of its own copy with a whole transaction that was executed with inline actions. */
function decodedAgain(): DecodedBlock & { block: NonNullable<DecodedBlock['block']> } {
  for (const result of recordedBlocks('mixed').filter(({ traces }) => traces !== undefined)) {
    const decoded = decodeBlock(result);
    const { block, traces } = decoded;
    const isWhole =
      block?.transactions.length === 2 && block.transactions.every(({ trx }) => trx.kind === 'packed');
    if (isWhole && traces[1]!.actionTraces.length > 1) return { ...decoded, block };
  }
  throw new Error('no such block was recorded');
}

describe('the proof of a changed block', () => {
  it.each<[string, (block: NonNullable<DecodedBlock['block']>) => void]>([
    ['another status', ({ transactions }) => (transactions[0]!.status = 2)],
    ['another CPU usage', ({ transactions }) => (transactions[0]!.cpuUsageUs += 1)],
    ['another NET usage', ({ transactions }) => (transactions[0]!.netUsageWords += 1)],
    ['a transaction less', ({ transactions }) => transactions.pop()],
    ['a transaction twice', ({ transactions }) => transactions.push(transactions[0]!)],
  ])('a block with %s has another root', (_, change) => {
    const { block } = decodedAgain();
    change(block);
    expect(hex(transactionRootOf(block))).not.toBe(hex(block.transactionMroot));
  });

  it.each<[string, (trace: Trace) => void]>([
    ['another id', (trace) => (trace.id = sha256(trace.id))],
    ['another status', (trace) => (trace.status = 2)],
    ['another CPU usage', (trace) => (trace.cpuUsageUs += 1)],
    ['another NET usage', (trace) => (trace.netUsageWords += 1)],
    ['another expiration', (trace) => (trace.partial!.expiration += 1)],
    ['another delay', (trace) => (trace.partial!.delaySec += 1)],
    ['no signature', (trace) => (trace.partial!.signatures = [])],
    ['no header', (trace) => (trace.partial = undefined)],
    ['another action', (trace) => (trace.actionTraces[0]!.act.data = Uint8Array.of(1))],
    ['a context-free action', (trace) => (trace.actionTraces[0]!.contextFree = true)],
    ['an inline action as one of its own', (trace) => (trace.actionTraces.at(-1)!.creatorActionOrdinal = 0)],
  ])('a trace with %s is not that of the transaction', (_, change) => {
    const { block, traces } = decodedAgain();
    expect(foreignTransaction(block, traces)).toBeUndefined();
    change(traces[1]!);
    expect(foreignTransaction(block, traces)).toBe('the trace of another transaction in place 0');
  });

  it('traces in another order are those of other transactions', () => {
    const { block, traces } = decodedAgain();
    traces.push(traces.splice(1, 1)[0]!);
    expect(foreignTransaction(block, traces)).toBeDefined();
  });

  it('a trace too many or too few is reported', () => {
    const { block, traces } = decodedAgain();
    expect(foreignTransaction(block, [traces[0]!, ...traces])).toBe('4 traces of 2 transactions');
    expect(foreignTransaction(block, traces.slice(1))).toBeUndefined();
    expect(foreignTransaction(block, traces.slice(2))).toBe('1 traces of 2 transactions');
    expect(foreignTransaction({ transactions: [] }, traces.slice(1, 2))).toBe(
      'a trace of a transaction that is not in the block',
    );
  });

  it('a transaction that this inflater does not take has the id and actions of its trace', () => {
    const { block, traces } = decodedAgain();
    const { trx } = block.transactions[0]!;
    if (trx.kind !== 'packed') throw new Error('the transaction is named by its id');
    const deflated = deflateSync(trx.packedTrx);
    Object.assign(trx, { compression: 1, packedTrx: deflated });
    expect(foreignTransaction(block, traces)).toBeUndefined();
    trx.packedTrx = deflated.subarray(0, -1);
    expect(foreignTransaction(block, traces)).toBeUndefined();
    traces[1]!.actionTraces[0]!.act.data = Uint8Array.of(1);
    expect(foreignTransaction(block, traces)).toBe('the trace of another transaction in place 0');
  });

  it('an inline action cannot be moved to the next transaction', () => {
    const { block, traces } = decodedAgain();
    const { actionTraces } = traces[1]!;
    const moved = actionTraces.pop()!;
    traces[2]!.actionTraces.push({ ...moved, actionOrdinal: 1_000 });
    expect(foreignTransaction(block, traces)).toBe('an action of another transaction in place 2');
  });
});

describe('plainMerkleRoot', () => {
  const pair = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(left, right);
  const leaves = Array.from({ length: 9 }, (_, index) => sha256(Buffer.from(`Node${String(index + 1)}`)));
  const [one, two, three, four, five, six, seven, eight, nine] = leaves;
  const firstFour = pair(pair(one!, two!), pair(three!, four!));
  const secondFour = pair(pair(five!, six!), pair(seven!, eight!));

  /** The trees of the unit tests of Spring. */
  it.each<[number, Uint8Array]>([
    [0, new Uint8Array(32)],
    [1, one!],
    [2, pair(one!, two!)],
    [3, pair(pair(one!, two!), three!)],
    [4, firstFour],
    [5, pair(firstFour, five!)],
    [6, pair(firstFour, pair(five!, six!))],
    [7, pair(firstFour, pair(pair(five!, six!), seven!))],
    [8, pair(firstFour, secondFour)],
    [9, pair(pair(firstFour, secondFour), nine!)],
  ])('plainMerkleRoot of %d digests is the tree of Spring', (count, root) => {
    expect(hex(plainMerkleRoot(leaves.slice(0, count)))).toBe(hex(root));
  });

  it('merklePath and plainMerklePath lead from every leaf to the root', () => {
    for (let count = 1; count <= leaves.length; count++)
      for (let index = 0; index < count; index++) {
        const some = leaves.slice(0, count);
        const legacy = merklePath(some, index).reduce<Uint8Array>(
          (node, { side, digest }) => (side === 'left' ? nodeDigest(digest, node) : nodeDigest(node, digest)),
          some[index]!,
        );
        expect(hex(legacy)).toBe(hex(merkleRoot(some)));
        const plain = plainMerklePath(some, index).reduce<Uint8Array>(
          (node, { side, digest }) => (side === 'left' ? pair(digest, node) : pair(node, digest)),
          some[index]!,
        );
        expect(hex(plain)).toBe(hex(plainMerkleRoot(some)));
      }
  });

  it('the root of transactions of a block with instant finality is plain', () => {
    const { block } = decodedAgain();
    const instant = hex(transactionRootOf({ ...block, scheduleVersion: 0x80000000 }));
    expect(instant).not.toBe(hex(block.transactionMroot));
    const [left, right] = block.transactions.map((receipt) => transactionReceiptDigest(receipt));
    expect(instant).toBe(hex(plainMerkleRoot([left!, right!])));
    expect(hex(merkleRoot([left!, right!]))).toBe(hex(block.transactionMroot));
  });
});
