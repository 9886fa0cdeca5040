import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ServedChain } from '../harness/history/served-chain';
import { transfer } from '../harness/node/test-chain';
import { runProgram } from '../harness/process/run-program';

const FOLDER = path.resolve(__dirname, '../../docs/examples');
const PYTHON = process.env['EXAMPLES_PYTHON'] ?? 'python3';
/** Programs that check a proof, by language: `go run` would hide the exit code. */
const CHECKERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Python: [PYTHON, path.join(FOLDER, 'python', 'check_proof.py')],
  Go: [path.join(FOLDER, 'go', 'check-proof', 'check-proof.built')],
  TypeScript: [process.execPath, path.join(FOLDER, 'typescript', 'check-proof.mts')],
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The document with another value in one place, once for each place of it. */
function* altered(value: Json): Generator<Json> {
  if (typeof value === 'string') {
    // The next digit, so that a text of hex stays one.
    const last = value.at(-1) ?? '';
    const other = /[0-9a-e]/.test(last) ? (parseInt(last, 16) + 1).toString(16) : '0';
    if (value !== '') yield value.slice(0, -1) + other;
  } else if (typeof value === 'number') yield value + 1;
  else if (Array.isArray(value)) {
    const list = value as readonly Json[];
    for (const [at, each] of list.entries())
      for (const other of altered(each)) yield list.map((one, index) => (index === at ? other : one));
  } else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value))
      for (const other of altered(each)) yield { ...value, [name]: other };
}

describe('docs/examples of proofs', () => {
  let served: ServedChain;
  const ids: string[] = [];

  beforeAll(async () => {
    const [built] = CHECKERS['Go']!;
    const go = await runProgram('go', ['build', '-o', built, './check-proof'], {
      cwd: path.join(FOLDER, 'go'),
    });
    expect(go).toEqual({ code: 0, output: '' });
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

  const check = (language: string, id: string, blockId: string, url = served.url) => {
    const [program, ...args] = CHECKERS[language]!;
    return runProgram(program, [...args, id, blockId], { env: { HISTORY: url } });
  };
  const proofOf = async (id: string) => {
    const asked = { id, proof: true };
    return served.read<{ proof: { block_id: string } & Record<string, Json> }>(
      '/v2/history/get_transaction',
      asked,
    );
  };

  describe.each(Object.keys(CHECKERS))('%s', (language) => {
    it(`${language} accepts the proof of every transaction of a block, and refuses it for another block`, async () => {
      for (const id of ids) {
        const { proof } = await proofOf(id);
        expect(await check(language, id, proof.block_id)).toEqual({
          code: 0,
          output: 'proven: executed, 3 receipts of actions\n',
        });
      }
      const { code, output } = await check(language, ids[0]!, 'ab'.repeat(32));
      expect(output).toContain('not proven: the header is not that of the block\n');
      expect(code).toBe(1);
    });

    it(`${language} refuses a proof of which any member was changed`, async () => {
      const document = await proofOf(ids[1]!);
      const { block_id, ...rest } = document.proof;
      const wrong = [...altered(rest)];
      expect(wrong.length).toBeGreaterThan(15);
      let body = '';
      const liar = createServer((_request, response) => {
        response.setHeader('content-type', 'application/json').end(body);
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => liar.once('listening', resolve));
      const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
      const accepted: string[] = [];
      for (const proof of wrong) {
        body = JSON.stringify({ ...document, proof: { block_id, ...(proof as object) } });
        if ((await check(language, ids[1]!, block_id, url)).code === 0) accepted.push(body);
      }
      await new Promise((resolve) => liar.close(resolve));
      expect(accepted).toEqual([]);
    });
  });
});
