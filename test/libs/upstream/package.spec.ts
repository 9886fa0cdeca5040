import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bytesToHex, packTransaction } from '@app/antelope';
import { FakeChain, idOf } from '../../harness/fake-node/fake-chain';
import { FakeNode, json } from '../../harness/fake-node/fake-node';
import { freePorts } from '../../harness/process/ports';
import { PackedProject } from '../../harness/process/packed-project';

const README = path.resolve(__dirname, '../../../libs/upstream/README.md');
/** The programs of the README by the file that their first line names. */
const EXAMPLES = Object.fromEntries(
  [...readFileSync(README, 'utf8').matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs)].map(([, name, text]) => [
    name!,
    text!,
  ]),
);
const ROWS = { rows: [{ id: 7 }], more: false, next_key: '' };
const PACKED = bytesToHex(
  packTransaction({
    ...{ expiration: '2027-01-15T08:00:00', ref_block_num: 98, ref_block_prefix: 1 },
    ...{ max_net_usage_words: 0, max_cpu_usage_ms: 0, delay_sec: 0, context_free_actions: [] },
    actions: [{ account: 'btc.token', name: 'transfer', authorization: [], data: '00' }],
    transaction_extensions: [],
  }),
);

describe('the package chain-client', () => {
  let project: PackedProject;
  let chain: FakeChain;
  let node: FakeNode;
  /** URL of a node that is down. */
  let dead: string;

  beforeAll(async () => {
    project = await PackedProject.create('chain-client', ['ioredis']);
    project.write(EXAMPLES);
    dead = `http://127.0.0.1:${await freePorts(1)}`;
  });
  beforeEach(async () => {
    chain = new FakeChain('package');
    node = await FakeNode.start(chain);
  });
  afterEach(() => node.stop());
  afterAll(() => {
    project.remove();
  });

  it('the package needs no framework, and has the faces and dependencies that it states', () => {
    const { dependencies, peerDependencies, exports } = project.manifest;
    expect(Object.keys(dependencies ?? {})).toEqual([
      ...['@noble/hashes', '@scure/base', '@wharfkit/antelope', 'lru-cache', 'undici', 'zod'],
    ]);
    expect(Object.keys(peerDependencies ?? {})).toEqual(['ioredis']);
    expect(Object.keys(exports ?? {})).toEqual(['.', './redis']);
    const notices = readFileSync(path.join(project.folder, 'node_modules/chain-client/LICENSE'), 'utf8');
    expect(notices).toContain('MIT');
  });

  it('the example reads by the second node where the first one is down', async () => {
    node.override = (route, _, response) => {
      if (route !== '/v1/chain/get_table_rows') return false;
      json(response, 200, ROWS);
      return true;
    };
    const { code, output } = await project.run('read.mts', dead, node.url);
    expect({ code, output }).toEqual({ code: 0, output: '{ headBlockNum: 100, rows: [ { id: 7 } ] }\n' });
  });

  it('the example reports a push as executed that a node shows in a block', async () => {
    const { code, output } = await project.run('push.mts', `${dead},${node.url}`, PACKED, 'SIG');
    expect({ code, output }).toEqual({ code: 0, output: 'executed in_block\n' });
    expect(chain.sent).toEqual([idOf(PACKED)]);
  });

  it('the example reports a push as unknown whose node executes it, answers badly and cannot look it up', async () => {
    node.hasStatus = false;
    node.override = (route, body, response) => {
      if (route !== '/v1/chain/send_transaction') return false;
      chain.take(idOf((JSON.parse(body) as { packed_trx: string }).packed_trx));
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return true;
    };
    const { code, output } = await project.run('push.mts', `${dead},${node.url}`, PACKED, 'SIG');
    expect({ code, output }).toEqual({ code: 0, output: 'unknown speculative\n' });
    expect([...chain.applied]).toEqual([idOf(PACKED)]);
  });

  it('the stores of replicas load', async () => {
    project.write({
      'stores.mjs': `import * as stores from 'chain-client/redis';\nconsole.log(Object.keys(stores).join());\n`,
    });
    const { code, output } = await project.run('stores.mjs');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('RedisHeads') as string });
  });

  it('the example says that no node was reached where none is there', async () => {
    const { code, output } = await project.run('push.mts', dead, PACKED, 'SIG');
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('UpstreamUnavailableError: no node of mainnet could answer') as string,
    });
  });

  it('the examples compile strictly, and wrong calls are named', async () => {
    const head = `import { Chains, type ChainClient, systemClock } from 'chain-client';\nimport { RedisHeads } from 'chain-client/redis';\n`;
    project.write({
      'right.ts': `${head}export const headOf = async (chain: ChainClient): Promise<number> => (await chain.info()).headBlockNum;\nexport const heads = RedisHeads;\nvoid [Chains, systemClock];\n`,
      'wrong.ts': `${head}export const of = (chain: ChainClient) => chain.pushes.send({ id: 1 }, 'in_block');\nexport const wait = (chain: ChainClient) => chain.info('now');\nexport const chains = new Chains({ of: () => ({ name: 'a' }), all: () => [] }, { clock: systemClock });\nvoid RedisHeads;\n`,
    });
    const errors = await project.typeErrors([...Object.keys(EXAMPLES), 'right.ts', 'wrong.ts']);
    // Its declarations are those of another package, and not strict.
    expect(errors.filter((place) => !place.startsWith('node_modules/@wharfkit/'))).toEqual([
      'wrong.ts(3',
      'wrong.ts(4',
      'wrong.ts(5',
    ]);
  });
});
