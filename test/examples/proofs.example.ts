import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { bytesToHex, hexToBytes } from '@app/antelope';
import { blockIdOf, transactionRootOf } from '@app/ship';
import { BlockProofs } from '../../apps/history/src/proofs/block-proofs';
import { NodeBlocks } from '../../apps/history/src/proofs/node-blocks';
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

type Members = Readonly<Record<string, Json>>;
interface Page {
  readonly actions: readonly Members[];
  readonly proofs: readonly Members[];
}

/** Members that no header proves. The data of an action, whose bytes are proven, takes an ABI. */
const UNPROVEN = new Set([
  'account_ram_deltas',
  'signatures',
  'parent',
  'action_ordinal',
  'creator_action_ordinal',
]);
const PAGE = 'limit=8';
const QUERY = 'account=alice&filter=btc.token:transfer&limit=1';
/** Schedule version of blocks with instant finality. */
const INSTANT_FINALITY = 0x80000000;

/** A page with another value in one proven place, once for each place of it. */
function* alteredActions(actions: readonly Members[]): Generator<readonly Json[]> {
  for (const [at, action] of actions.entries()) {
    const { data, ...act } = action['act'] as Members;
    const proven = Object.entries({ ...action, act }).filter(([name]) => !UNPROVEN.has(name));
    for (const other of altered(Object.fromEntries(proven))) {
      const members = other as Members;
      const changed = { ...action, ...members, act: { ...(members['act'] as Members), data: data ?? null } };
      yield actions.map((each, index) => (index === at ? changed : each));
    }
  }
}

interface ActionProof {
  readonly head: string;
  readonly data: string;
  readonly receipt: string;
  readonly path: readonly { readonly left?: string; readonly right?: string }[];
}
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('sha256').update(Buffer.concat(parts)).digest();

/** An action with other data, and a path to the real root that does not begin with it. */
function forgedAction({ head, data, receipt, path: real }: ActionProof): object {
  let halves: readonly Buffer[] = [];
  let node = sha256(hex(receipt));
  for (const { left, right } of real) {
    halves = [left === undefined ? node : hex(left), right === undefined ? node : hex(right)].map((half) =>
      Buffer.from(half),
    );
    halves[0]![0]! &= 0x7f;
    halves[1]![0]! |= 0x80;
    node = sha256(...halves);
  }
  const other = hex(`${data.slice(0, -2)}ff`);
  const digest = sha256(hex(head), Buffer.from([other.length]), other);
  return {
    ...{ head, data: other.toString('hex'), return_value: '' },
    receipt: receipt.slice(0, 16) + digest.toString('hex') + receipt.slice(80),
    path: [{ left: halves[0]!.toString('hex'), right: halves[1]!.toString('hex') }],
  };
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

  /** @param asked an id, or the query of a page */
  const check = (language: string, asked: string, blockIds: readonly string[], url = served.url) => {
    const [program, ...args] = CHECKERS[language]!;
    return runProgram(program, [...args, asked, ...blockIds], { env: { HISTORY: url } });
  };
  const proofOf = async (id: string) => {
    const asked = { id, proof: true };
    return served.read<{ proof: { block_id: string } & Record<string, Json> }>(
      '/v2/history/get_transaction',
      asked,
    );
  };

  const pageOf = (query: string) => served.read<Page>(`/v2/history/get_actions?${query}&proof=true`);
  const blocksOf = async (query: string): Promise<string[]> => [
    ...new Set((await pageOf(query)).proofs.map(({ block_id }) => String(block_id))),
  ];

  /** The documents that a program accepts as the answer to a request. */
  async function accepted(
    language: string,
    asked: string,
    blockIds: readonly string[],
    documents: readonly object[],
  ): Promise<string[]> {
    let body = '';
    const liar = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => liar.once('listening', resolve));
    const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
    const found: string[] = [];
    for (const document of documents) {
      body = JSON.stringify(document);
      if ((await check(language, asked, blockIds, url)).code === 0) found.push(body);
    }
    await new Promise((resolve) => liar.close(resolve));
    return found;
  }

  /** A page with a transfer, of its block as a chain with instant finality would have it. */
  async function instantPage(): Promise<{ page: Page; blockId: string }> {
    const { actions, proofs, ...rest } = await pageOf(QUERY);
    const [proof] = proofs;
    const blocks = new NodeBlocks(served.chain.url);
    const block = {
      ...(await blocks.get(hexToBytes(String(proof!['block_id'])))),
      scheduleVersion: INSTANT_FINALITY,
    };
    const instant = { ...block, transactionMroot: transactionRootOf(block) };
    const blockId = bytesToHex(blockIdOf(instant));
    const all = await served.reader.blockTransactions(Number(actions[0]!['block_num']));
    const made = new BlockProofs(instant, all).of(hexToBytes(String(proof!['trx_id'])));
    expect(made.actions).toBeNull();
    const page = {
      ...rest,
      actions: actions.map((action) => ({ ...action, block_id: blockId })),
      proofs: [{ trx_id: proof!['trx_id'], block_id: blockId, ...(made as unknown as Members) }],
    };
    return { page: page as unknown as Page, blockId };
  }

  describe.each(Object.keys(CHECKERS))('%s', (language) => {
    it(`${language} accepts the proof of every transaction of a block, and refuses it for another block`, async () => {
      for (const id of ids) {
        const { proof } = await proofOf(id);
        expect(await check(language, id, [proof.block_id])).toEqual({
          code: 0,
          output: 'proven: executed, 3 receipts of actions of the block\n',
        });
      }
      const { code, output } = await check(language, ids[0]!, ['ab'.repeat(32)]);
      expect(output).toContain('not proven: the header is not that of the block\n');
      expect(code).toBe(1);
    });

    it(`${language} refuses a proof of which any member was changed`, async () => {
      const document = await proofOf(ids[1]!);
      const { block_id, ...rest } = document.proof;
      const wrong = [...altered(rest)];
      expect(wrong.length).toBeGreaterThan(15);
      const documents = wrong.map((proof) => ({ ...document, proof: { block_id, ...(proof as object) } }));
      expect(await accepted(language, ids[1]!, [block_id], documents)).toEqual([]);
    });

    it(`${language} refuses an action whose path replaces both halves by those of the real root`, async () => {
      const document = await proofOf(ids[1]!);
      const { actions, ...rest } = document.proof;
      const [first, ...others] = actions as unknown as readonly ActionProof[];
      const forged = { ...rest, actions: [forgedAction(first!), ...others] };
      const documents = [{ ...document, proof: forged }];
      expect(await accepted(language, ids[1]!, [rest.block_id], documents)).toEqual([]);
    });

    it(`${language} refuses a proof without a transaction, which names no id`, async () => {
      const document = await proofOf(ids[1]!);
      const { proof } = document;
      const documents = [
        { ...document, proof: { ...proof, transaction: null } },
        { ...document, proof: { ...proof, transaction: null, actions: null } },
      ];
      expect(await accepted(language, ids[1]!, [proof.block_id], documents)).toEqual([]);
    });

    it(`${language} accepts a page of actions, and refuses it without one of its blocks`, async () => {
      const blocks = await blocksOf(PAGE);
      expect(blocks.length).toBeGreaterThan(1);
      const { code, output } = await check(language, PAGE, blocks);
      expect({ code, output }).toEqual({
        code: 0,
        output: `proven: 8 actions in ${blocks.length} blocks, 0 without receipts\n`,
      });
      const other = await check(language, PAGE, blocks.slice(1));
      expect(other.code).toBe(1);
      expect(other.output).toContain(
        `not proven: block ${String(blocks[0])} is none of those that are trusted\n`,
      );
    });

    it(`${language} refuses a page of which any proven member was changed`, async () => {
      const query = 'account=alice&filter=btc.token:transfer&limit=2';
      const { actions, proofs, ...rest } = await pageOf(query);
      expect(actions).toHaveLength(2);
      const wrong = [
        ...[...alteredActions(actions)].map((each) => ({ ...rest, actions: each, proofs })),
        ...[...altered(proofs)].map((each) => ({ ...rest, actions, proofs: each })),
      ];
      expect(wrong.length).toBeGreaterThan(60);
      const honest = { ...rest, actions, proofs };
      expect(await accepted(language, query, await blocksOf(query), [honest])).toHaveLength(1);
      expect(await accepted(language, query, await blocksOf(query), wrong)).toEqual([]);
    });

    it(`${language} accepts own actions of a transaction with instant finality, and refuses all others`, async () => {
      const { page, blockId } = await instantPage();
      const [own] = page.actions;
      const { data, ...act } = own!['act'] as Members;
      expect(own!['creator_action_ordinal']).toBe(0);
      const documents = [
        { creator_action_ordinal: 1 },
        { action_ordinal: 2 },
        { action_ordinal: 0 },
        { producer: 'bob' },
        { trx_id: 'ab'.repeat(32) },
        ...[...altered(act)].map((each) => ({ act: { ...(each as Members), data: data ?? null } })),
      ].map((change) => ({ ...page, actions: [{ ...own, ...change }] }));
      expect(documents.length).toBeGreaterThan(8);
      expect(await accepted(language, QUERY, [blockId], [page])).toHaveLength(1);
      expect(await accepted(language, QUERY, [blockId], documents)).toEqual([]);
      const failed = page.proofs.map((proof) => ({ ...proof, transaction: null }));
      expect(await accepted(language, QUERY, [blockId], [{ ...page, proofs: failed }])).toEqual([]);
    });
  });
});
