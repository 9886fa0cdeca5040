import path from 'node:path';
import { ServedChain } from '../harness/history/served-chain';
import { transfer } from '../harness/node/test-chain';
import { runProgram } from '../harness/process/run-program';

const CHECKER = path.resolve(__dirname, '../../docs/examples/python/check_proof.py');

describe('docs/examples of proofs', () => {
  let served: ServedChain;
  const ids: string[] = [];

  beforeAll(async () => {
    served = await ServedChain.start();
    const { node } = served.chain;
    for (const memo of ['one', 'two', 'three']) {
      const action = transfer('alice', 'bob', '0.00010000 BTC', { memo });
      const { json } = await node.transact([action], [node.keyOf('alice')]);
      ids.push(String((json as { transaction_id: string }).transaction_id));
    }
    await served.chain.produce(2);
    await served.caughtUp();
  });
  afterAll(() => served.close());

  const check = (id: string, blockId: string) => {
    const python = process.env['EXAMPLES_PYTHON'] ?? 'python3';
    return runProgram(python, [CHECKER, id, blockId], { env: { HISTORY: served.url } });
  };

  it('Python accepts the proof of every transaction of a block, and refuses it for another block', async () => {
    for (const id of ids) {
      const { proof } = await served.read<{ proof: { block_id: string } }>('/v2/history/get_transaction', {
        id,
        proof: true,
      });
      expect(await check(id, proof.block_id)).toEqual({
        code: 0,
        output: 'proven: executed, 3 receipts of actions\n',
      });
    }
    const { code, output } = await check(ids[0]!, 'ab'.repeat(32));
    expect(output).toBe('not proven: the header is not that of the block\n');
    expect(code).toBe(1);
  });
});
