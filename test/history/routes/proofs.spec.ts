import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { decodeBlock } from '@app/ship';
import { NodeBlocks } from '../../../apps/history/src/proofs/node-blocks';
import { BlockProofs } from '../../../apps/history/src/proofs/block-proofs';
import { FollowedHistory } from '../../harness/history/followed-history';
import { ServedChain } from '../../harness/history/served-chain';
import { transfer } from '../../harness/node/test-chain';
import { runProgram } from '../../harness/process/run-program';
import { RecordedChain } from '../../harness/ship/recorded-chain';
import { ShipServer } from '../../harness/ship/ship-server';
import { rootOf, sha256 } from './support/proof-check';

const CHECKER = path.resolve(__dirname, '../../../docs/examples/typescript/check-proof.mts');

interface Proof {
  readonly block_id: string;
  readonly header: string;
  readonly transaction: { readonly path: readonly Record<string, string>[] } | null;
  readonly actions: readonly { receipt: string; readonly path: readonly Record<string, string>[] }[] | null;
}

describe('the proof of get_transaction', () => {
  let served: ServedChain;
  const ids: string[] = [];

  beforeAll(async () => {
    served = await ServedChain.start();
    const { node } = served.chain;
    for (const memo of ['one', 'two', 'three', 'four', 'five']) {
      const action = transfer('alice', 'bob', '0.00010000 BTC', { memo });
      const { json } = await node.transact([action], [node.keyOf('alice')]);
      ids.push(String((json as { transaction_id: string }).transaction_id));
    }
    await served.chain.produce(2);
    await served.caughtUp();
  });
  afterAll(() => served.close());

  const proofOf = async (id: string): Promise<Proof> =>
    (await served.read<{ proof: Proof }>('/v2/history/get_transaction', { id, proof: true })).proof;
  const check = (id: string, blockId: string) =>
    runProgram(process.execPath, [CHECKER, id, blockId], { env: { HISTORY: served.url } });

  it('check-proof.mts accepts the proof of every transaction of a block', async () => {
    for (const id of ids) {
      const { output, code } = await check(id, (await proofOf(id)).block_id);
      expect(output).toBe('proven: executed, 3 receipts of actions of the block\n');
      expect(code).toBe(0);
    }
  });

  it('check-proof.mts refuses the proof for another block', async () => {
    const { output, code } = await check(ids[0]!, 'ab'.repeat(32));
    expect(output).toContain('not proven: the header is not that of the block');
    expect(code).toBe(1);
  });

  it.each([
    ['header', { confirmed: 7 }],
    ['list of transactions', { transactions: [] }],
    ['form', { producer: 1 }],
  ])('a block of the node with another %s is refused', async (_, change) => {
    const { block_id } = await proofOf(ids[0]!);
    const honest = await fetch(`${served.chain.url}/v1/chain/get_block`, {
      method: 'POST',
      body: JSON.stringify({ block_num_or_id: block_id }),
    });
    const block = (await honest.json()) as object;
    const node = createServer((_request, response) => response.end(JSON.stringify({ ...block, ...change })));
    await once(node.listen(0, '127.0.0.1'), 'listening');
    const { port } = node.address() as AddressInfo;
    const blocks = new NodeBlocks(`http://127.0.0.1:${String(port)}`);
    await expect(blocks.get(Buffer.from(block_id, 'hex'))).rejects.toMatchObject({ status: 503 });
    node.close();
  });

  it('a history without a node refuses proofs, and says why', async () => {
    await expect(new NodeBlocks(undefined).get(new Uint8Array(32))).rejects.toMatchObject({
      status: 503,
      message: 'proofs need HISTORY_CHAIN_URL, which is not set',
    });
  });

  it('get_transaction answers no proof unless it is asked for, and null for an unknown id', async () => {
    expect(await served.read('/v2/history/get_transaction', { id: ids[0] })).not.toHaveProperty('proof');
    expect(
      await served.read('/v2/history/get_transaction', { id: 'ab'.repeat(32), proof: true }),
    ).toMatchObject({
      executed: false,
      proof: null,
    });
  });
});

describe('the proof of a recorded transaction', () => {
  const chain = new RecordedChain();
  let server: ShipServer;
  let history: FollowedHistory;

  beforeAll(async () => {
    server = await ShipServer.start(chain);
    history = await FollowedHistory.start(server.url);
    await history.until((id) => Buffer.compare(id, chain.last.thisBlock!.blockId) === 0);
  });
  afterAll(async () => {
    await history.close();
    await server.close();
  });

  it('every action of every block leads to the root in the header of the real node', async () => {
    let actions = 0;
    for (const result of chain.blocks.slice(1)) {
      const { block } = decodeBlock(result);
      const all = await history.reader.blockTransactions(result.thisBlock!.blockNum);
      for (const { id } of all) {
        const proof = new BlockProofs(block!, all).of(id) as unknown as Proof;
        for (const action of proof.actions!) {
          expect(rootOf(sha256(action.receipt), action.path)).toBe(proof.header.slice(156, 220));
          actions += 1;
        }
      }
    }
    expect(actions).toBeGreaterThan(230);
  });
});
