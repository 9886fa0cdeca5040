import { bytesToHex, nameFromValue, sha256 as sha256Of, unpackTransaction } from '@app/antelope';
import { decodeBlock, type GetBlocksResult } from '@app/ship';
import { classOf } from '../../../apps/history/src/threads/request-class';
import { BlockProofs } from '../../../apps/history/src/proofs/block-proofs';
import { BlockProver } from '../../../apps/history/src/proofs/block-prover';
import { NodeBlocks } from '../../../apps/history/src/proofs/node-blocks';
import { PageProofs } from '../../../apps/history/src/proofs/page-proofs';
import type { RecordedAnswer } from '../../harness/history/recorded-answers';
import { nodeBlock } from '../../harness/history/recorded-node';
import { type RecordedSession, recordedText } from '../../harness/ship/recorded-frames';
import { recordedBlocks, statusOfRecording } from '../../harness/ship/recorded-source';
import { actionRootIn, idOfHeader, rootOf, sequenceOf, sha256 } from './support/proof-check';
import { type ProvenPage, ProvenHistory, ROUTE } from './support/proven-history';

/** Global sequences of a page that are proven, in the order of the page. */
function provenSequences({ actions, proofs }: ProvenPage, idOfBlock: (num: number) => string): bigint[] {
  return actions.flatMap(({ block_num, block_id, trx_id, receipts }) => {
    expect(block_id).toBe(idOfBlock(block_num));
    const proof = proofs.find((each) => each.trx_id === trx_id && each.block_id === block_id)!;
    expect(idOfHeader(proof.header)).toBe(block_id);
    return receipts.flatMap(({ global_sequence }) => {
      const leaf = proof.actions?.find(({ receipt }) => sequenceOf(receipt) === BigInt(global_sequence));
      if (leaf === undefined) return [];
      expect(rootOf(sha256(leaf.receipt), leaf.path)).toBe(actionRootIn(proof.header));
      return [BigInt(global_sequence)];
    });
  });
}

const sequencesOf = ({ actions }: Pick<ProvenPage, 'actions'>): bigint[] =>
  actions.flatMap(({ receipts }) => receipts.map(({ global_sequence }) => BigInt(global_sequence)));

/** Ids of recorded blocks; of two with one number, the later one. */
const idsOf = (blocks: readonly GetBlocksResult[]): Map<number, string> =>
  new Map(blocks.map(({ thisBlock }) => [thisBlock!.blockNum, bytesToHex(thisBlock!.blockId)]));

describe.each([
  ['of Leap 5.0', ['genesis', 'session'], {}, 230],
  [
    'with return values and deferred transactions',
    ['snapshot'],
    { status: statusOfRecording('snapshot') },
    330,
  ],
  ['with a fork', ['mixed'], { status: statusOfRecording('mixed'), firstBlock: 1055 }, 130],
] as const)('proofs of pages of actions of a chain %s', (_title, sessions, beginning, least) => {
  const blocks = sessions.flatMap(recordedBlocks);
  const ids = idsOf(blocks);
  let proven: ProvenHistory;

  beforeAll(async () => {
    proven = await ProvenHistory.start(sessions, blocks, beginning);
  });
  afterAll(() => proven.close());

  it('every receipt of every page leads to the header of its recorded block, or its block says why it does not', async () => {
    let cursor: string | undefined;
    let [count, unproven] = [0, 0];
    do {
      const page = await proven.page({ sort: 'asc', ...(cursor === undefined ? {} : { cursor }) });
      const sequences = provenSequences(page, (num) => ids.get(num)!);
      const withReason = page.proofs.filter(({ reason }) => reason !== undefined);
      expect(withReason.map(({ actions }) => actions)).toEqual(withReason.map(() => null));
      const shown = sequencesOf({
        actions: page.actions.filter(({ block_id }) =>
          withReason.every((proof) => proof.block_id !== block_id),
        ),
      });
      expect(sequences).toEqual(shown);
      // Those of the page alone, also of a transaction that has others.
      const sent = page.proofs.flatMap(({ actions }) => actions ?? []);
      expect(sent).toHaveLength(sequences.length);
      count += sequences.length;
      unproven += withReason.length;
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(count).toBeGreaterThan(least);
    expect(unproven).toBe(0);
  });
});

describe('the proofs of get_actions', () => {
  const blocks = ['genesis', 'session'].flatMap((session) => recordedBlocks(session as RecordedSession));
  /** A node that has lost a block with actions. */
  const lost = 40;
  let proven: ProvenHistory;

  beforeAll(async () => {
    proven = await ProvenHistory.start(
      ['genesis', 'session'],
      blocks.filter(({ thisBlock }) => thisBlock!.blockNum !== lost),
    );
  });
  afterAll(() => proven.close());

  it('a page has proofs when it asks for them, of its own executions alone, and asks for each block once', async () => {
    expect(await proven.history.read(ROUTE, { block_num: 20 })).not.toHaveProperty('proofs');
    expect(await proven.history.read(ROUTE, { block_num: 20, proof: false })).not.toHaveProperty('proofs');
    const before = proven.node.requests;
    const all = await proven.page({ block_num: '10-15', limit: 100 });
    expect(all.actions.length).toBeGreaterThan(5);
    expect(proven.node.requests - before).toBe(6);
    const one = await proven.page({ block_num: '10-15', limit: 1, simple: true });
    expect(one.actions).toEqual([]);
    expect(one.proofs).toHaveLength(1);
  });

  it('a page without actions has no proofs', async () => {
    expect((await proven.page({ account: 'unused' })).proofs).toEqual([]);
  });

  it('a page of actions in more than ten blocks is refused, and so is a block that the node has lost', async () => {
    const query = { proof: true, limit: 100 };
    const wide = await proven.history.get(ROUTE, { ...query, block_num: '10-20' });
    expect(wide.status).toBe(400);
    expect(wide.text).toContain(
      'proof: the actions of the page are in 11 blocks, and those of 10 can be proven at once: take a limit of 10',
    );
    expect((await proven.history.get(ROUTE, { ...query, block_num: '10-19' })).status).toBe(200);
    const missing = await proven.history.get(ROUTE, { proof: true, block_num: lost });
    expect(missing.status).toBe(503);
    expect(missing.text).toContain(`the node of the chain does not answer with block ${String(lost)}`);
  });

  it('a page with proofs is dear, and refuses what is neither true nor false', async () => {
    expect(classOf(ROUTE, { account: 'alice' })).toBe('cheap');
    expect(classOf(ROUTE, { account: 'alice', proof: 'true' })).toBe('dear');
    expect((await proven.history.get(ROUTE, { proof: 'yes' })).status).toBe(400);
  });
});

describe('BlockProofs', () => {
  let proven: ProvenHistory;
  const blocks = recordedBlocks('snapshot');

  beforeAll(async () => {
    const status = statusOfRecording('snapshot');
    proven = await ProvenHistory.start(['snapshot'], blocks, { status });
  });
  afterAll(() => proven.close());

  const stored = async (num: number) => {
    const { block } = decodeBlock(blocks.find(({ thisBlock }) => thisBlock!.blockNum === num)!);
    return { block: block!, all: await proven.history.reader.blockTransactions(num) };
  };

  it('actions of a block with instant finality are not proven, its transactions are', async () => {
    const { block, all } = await stored(1058);
    const proof = new BlockProofs({ ...block, scheduleVersion: 0x80000000 }, all).of(all[1]!.id);
    expect(proof).toMatchObject({
      transaction: { status: 'executed' },
      actions: null,
      reason: 'the header of a block with instant finality has no root over actions',
    });
  });

  it('actions that do not lead to the root of the header are not proven', async () => {
    const { block, all } = await stored(1058);
    expect(new BlockProofs(block, all).of(all[0]!.id).actions).not.toBeNull();
    const [first, ...rest] = all;
    const changed = first!.actions.map((action) => ({ ...action, returnValue: Uint8Array.of(1) }));
    expect(new BlockProofs(block, [{ ...first!, actions: changed }, ...rest]).of(first!.id)).toMatchObject({
      actions: null,
      reason: 'a returned value is not stored',
    });
  });
});

describe('PageProofs', () => {
  const blocks = recordedBlocks('snapshot');
  let proven: ProvenHistory;

  beforeAll(async () => {
    proven = await ProvenHistory.start(['snapshot'], blocks, { status: statusOfRecording('snapshot') });
  });
  afterAll(() => proven.close());

  const page = async () =>
    (await proven.history.reader.blockTransactions(1058)).flatMap(({ actions }) => actions);

  it('a block that a fork replaced between two reads is refused', async () => {
    const { reader } = proven.history;
    const forked = Object.assign(Object.create(reader) as typeof reader, {
      blockTransactions: () => reader.blockTransactions(1057),
    });
    const prover = new BlockProver(forked, new NodeBlocks(proven.node.url));
    await expect(new PageProofs(prover).of(await page())).rejects.toMatchObject({
      status: 503,
      message: 'block 1058 is no longer part of the history: try again',
    });
  });

  it('proofs of more text than 8 MiB are refused', async () => {
    const prover = new BlockProver(proven.history.reader, new NodeBlocks(proven.node.url));
    const actions = await page();
    expect(await new PageProofs(prover).of(actions)).toHaveLength(
      new Set(actions.map(({ transaction }) => bytesToHex(transaction.id))).size,
    );
    const large = { header: '', transaction: null, actions: [{ data: 'ab'.repeat(4 * 1024 * 1024) }] };
    const stub = { of: () => Promise.resolve({ of: () => large }) } as unknown as BlockProver;
    expect(await new PageProofs(stub).of(actions.slice(0, 1))).toHaveLength(1);
    large.actions.push({ data: 'ab' });
    await expect(new PageProofs(stub).of(actions.slice(0, 1))).rejects.toMatchObject({
      status: 400,
      message: 'proof: the proofs of the page have more than 8 MiB: take a smaller limit',
    });
  });
});

describe('a recorded node', () => {
  it('answers with the block of the real node', () => {
    const [recorded] = (
      JSON.parse(recordedText('mixed.answers.json', 'ship-snapshot')) as RecordedAnswer[]
    ).filter(({ path }) => path === '/v1/chain/get_block');
    const { block } = decodeBlock(
      recordedBlocks('mixed').find(({ thisBlock }) => thisBlock!.blockNum === 1055)!,
    );
    expect(recorded!.answer).toMatchObject(nodeBlock(block!));
  });
});

describe('own actions of transactions of real nodes', () => {
  it('own actions have the ordinals of their places in the transaction, context-free ones first', () => {
    const sessions = ['session', 'snapshot', 'mixed'] as const;
    let [compared, contextFree] = [0, 0];
    for (const { block, traces } of sessions.flatMap(recordedBlocks).map(decodeBlock)) {
      const transactions = new Map(
        (block?.transactions ?? []).flatMap(({ trx }) =>
          trx.kind === 'packed' && trx.compression === 0
            ? [[bytesToHex(sha256Of(trx.packedTrx)), unpackTransaction(trx.packedTrx)] as const]
            : [],
        ),
      );
      for (const { id, actionTraces } of traces) {
        const transaction = transactions.get(bytesToHex(id));
        if (transaction === undefined) continue;
        const listed = [...transaction.context_free_actions, ...transaction.actions];
        const own = actionTraces.filter(({ creatorActionOrdinal }) => creatorActionOrdinal === 0);
        for (const { act, actionOrdinal, contextFree: isFree } of own) {
          expect(listed[actionOrdinal - 1]).toMatchObject({
            account: nameFromValue(act.account),
            name: nameFromValue(act.name),
            data: bytesToHex(act.data),
          });
          compared += 1;
          contextFree += isFree ? 1 : 0;
        }
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(contextFree).toBeGreaterThan(0);
  });
});
