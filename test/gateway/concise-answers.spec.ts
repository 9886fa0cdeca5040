import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import { DEPLOYED_CONTRACTS } from '../../apps/devchain/src/genesis/deployed-contracts';
import { type Answer, answerOf, overMcp, overRest } from '../harness/gateway/gateway-client';
import { expireReadCache } from '../harness/gateway/start-gateway';
import { type Proposal, TestGateway } from '../harness/gateway/test-gateway';
import { TestChain } from '../harness/node/test-chain';

const CONCISE = { detail: 'concise' };
const PAIR = { pair: 'btcusdt' };
const BITCOIN_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const STEPS = [
  { tool: 'transfer', input: { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1' } },
  { tool: 'lend', input: { account: 'alice', amount_usdt: '10' } },
];

/** Members that each answer lacks, by the descriptions of the fields; written by hand. */
const PROPOSAL = ['.actions', '.esr', '.transaction.chain_id'];
const CALLS: readonly (readonly [tool: string, input: Answer, lacks: readonly string[], most: number])[] = [
  [
    'get_account',
    { account: 'dave' },
    [
      ...['.created', '.resources'],
      ...['parent', 'threshold', 'keys', 'accounts', 'waits', 'linked_actions'].map(
        (name) => `.permissions[].${name}`,
      ),
    ],
    0.5,
  ],
  [
    'get_orderbook',
    { ...PAIR, depth: 20 },
    [
      ...['.base', '.quote', '.depth_within'],
      ...['.bids[].total', '.bids[].orders', '.asks[].total', '.asks[].orders'],
    ],
    0.55,
  ],
  ['get_trades', PAIR, ['.trades[].total', '.trades[].block_num'], 0.8],
  [
    'get_loans',
    { include_completed: true },
    [
      '.head_block_time',
      ...['principal_usdt', 'outstanding_usdt', 'apr_bps', 'opened_at'].map((name) => `.active[].${name}`),
      '.queued[].requested_at',
      ...['outstanding_usdt', 'apr_bps', 'opened_at', 'liquidation'].map((name) => `.history[].${name}`),
    ],
    0.8,
  ],
  ['transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.1' }, PROPOSAL, 0.75],
  [
    'place_order',
    { account: 'alice', ...PAIR, side: 'sell', price: '90000', amount: '0.001' },
    PROPOSAL,
    0.85,
  ],
  ['cancel_order', { account: 'dave', ...PAIR, order_id: 1 }, PROPOSAL, 0.85],
  ['borrow', { account: 'frank', amount_usdt: '1000', max_apr_bps: 2000 }, PROPOSAL, 0.85],
  ['cancel_loan_request', { account: 'erin' }, PROPOSAL, 0.85],
  ['repay', { account: 'dave', amount_usdt: '250.5' }, PROPOSAL, 0.85],
  ['setup_vault', { account: 'alice' }, PROPOSAL, 0.85],
  ['lend', { account: 'alice', amount_usdt: '100' }, PROPOSAL, 0.85],
  ['redeem', { account: 'erin', amount_tpf: '1' }, PROPOSAL, 0.85],
  ['withdraw_btc', { account: 'alice', amount: '0.1', btc_address: BITCOIN_ADDRESS }, PROPOSAL, 0.85],
  [
    'withdraw_collateral',
    { account: 'frank', amount_cbtc: '0.01', btc_address: BITCOIN_ADDRESS },
    PROPOSAL,
    0.85,
  ],
  ['compose_plan', { steps: STEPS }, PROPOSAL, 0.85],
];

/** Decimals are compared as numbers: a short one is the same number. */
const DECIMAL = /^-?\d+\.\d+$/;
/** Each proposal of setup_vault names another one. */
const NEW_VAULT = /\b[a-z1-5]+\.loan\b/g;
const plain = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return DECIMAL.test(value)
    ? value.replace(/0+$/, '').replace(/\.$/, '')
    : value.replace(NEW_VAULT, 'vault');
};

/** Paths of members of `full` that `short` lacks; a member of another value is an error. */
function lacking(full: unknown, short: unknown, path = ''): string[] {
  if (Array.isArray(full)) {
    const rows = short as unknown[];
    // Shares that the account has none of are left out.
    const kept =
      path === '.pool_shares' ? full.filter(({ amount }: { amount: string }) => Number(amount) > 0) : full;
    expect({ path, rows: rows.length }).toEqual({ path, rows: kept.length });
    return [...new Set(kept.flatMap((item, index) => lacking(item, rows[index], `${path}[]`)))];
  }
  if (typeof full !== 'object' || full === null) {
    expect({ path, value: plain(short) }).toEqual({ path, value: plain(full) });
    return [];
  }
  return Object.entries(full).flatMap(([name, value]) =>
    name in (short as object)
      ? lacking(value, (short as Answer)[name], `${path}.${name}`)
      : [`${path}.${name}`],
  );
}

/** Differs between two proposals of one call. */
const OF_ONE_PROPOSAL = new Set(['transaction', 'next', 'expires', 'vault_name', 'warnings']);
const comparable = (answer: Answer): Answer =>
  answer['transaction'] === undefined
    ? answer
    : Object.fromEntries(Object.entries(answer).filter(([name]) => !OF_ONE_PROPOSAL.has(name)));

describe('answers with detail: concise', () => {
  let chain: TestChain;
  let gateway: TestGateway;
  let accepts: (tool: string, form: 0 | 1) => ValidateFunction;
  beforeAll(async () => {
    chain = await TestChain.start(
      { contracts: DEPLOYED_CONTRACTS, blocks: 'manual' },
      { simulation: true, seed: 'concise' },
    );
    gateway = await TestGateway.over(chain, chain.url);
    await gateway.admin('produce-blocks', { count: 20 });
    const document = (await (await fetch(`${gateway.url}/docs/openapi.json`)).json()) as {
      paths: Record<string, { post: { responses: Record<string, { content: Record<string, Media> }> } }>;
    };
    const ajv = new Ajv2020({ strict: false }).addSchema({ $id: 'document', ...document });
    accepts = (tool, form) => {
      const { content } = document.paths[`/v1/tools/${tool}`]!.post.responses['200']!;
      return ajv.compile({ $ref: `document${content['application/json']!.schema.anyOf[form]!.$ref}` });
    };
  });
  // A chain that stands still has a stale price.
  beforeEach(() => gateway.admin('produce-blocks', { count: 1 }));
  afterAll(() => gateway.close());

  it.each(CALLS)(
    '%s says the same with fewer members, over REST and MCP',
    async (tool, input, lacks, most) => {
      for (const call of [overRest(gateway.url), overMcp(gateway.url)]) {
        expireReadCache();
        const full = await answerOf(call(tool, input));
        const short = await answerOf(call(tool, { ...input, ...CONCISE }));
        const { detail, ...rest } = short;
        expect(detail).toBe('concise');
        expect(full).not.toHaveProperty('detail');
        const missing = lacking(comparable(full), comparable(rest));
        const ofTransaction = full['transaction'] === undefined ? [] : ['.transaction.chain_id'];
        expect([...missing, ...ofTransaction].sort()).toEqual([...lacks].sort());
        expect(JSON.stringify(short).length / JSON.stringify(full).length).toBeLessThan(most);
        // Each answer is of one of the two documented forms, and of no other.
        const forms = [full, short].map((answer) =>
          ([0, 1] as const).map((form) => accepts(tool, form)(answer)),
        );
        expect(forms).toEqual([
          [true, false],
          [false, true],
        ]);
      }
    },
  );

  it('detail: full is the default, to the byte, and every tool with detail is tried', async () => {
    const body = async (tool: string, input: Answer): Promise<string> => {
      const answer = await fetch(`${gateway.url}/v1/tools/${tool}`, {
        method: 'POST',
        body: JSON.stringify(input),
      });
      return answer.text();
    };
    for (const [tool, input] of CALLS.filter(([, , lacks]) => lacks !== PROPOSAL)) {
      const unsaid = await body(tool, input);
      expect(await body(tool, { ...input, ...CONCISE })).not.toBe(unsaid);
      expect(await body(tool, { ...input, detail: 'full' })).toBe(unsaid);
      // The kept answer of one form does not serve the other.
      expect(await body(tool, input)).toBe(unsaid);
    }
    const { tools } = await listedTools(gateway.url);
    const detailed = tools.filter(({ inputSchema }) => 'detail' in (inputSchema.properties ?? {}));
    // dave has no queued redemption on this chain: cancel_redeem is like the others.
    expect(detailed.map(({ name }) => name).sort()).toEqual(
      [...CALLS.map(([tool]) => tool), 'cancel_redeem'].sort(),
    );
    expect(await gateway.refusal('get_account', { account: 'dave', detail: 'short' })).toMatch(/^detail: /);
  });

  it('a concise proposal is signed and pushed without another answer, and its id is that of the push', async () => {
    const input = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.25', ...CONCISE };
    const proposal = await gateway.compose('transfer', input);
    expect(String(proposal['next'])).toMatch(
      /sign transaction\.signing_digest with the key \S+ of alice@active.* before \S+Z\.$/i,
    );
    expect(String(proposal['next'])).not.toMatch(/esr|wallet/);
    const pushed = gateway.relay(proposal, { account: 'alice' }, 'accepted');
    expect((await answerOf(pushed))['transaction_id']).toBe(proposal.transaction.transaction_id);
  });

  it('a proposal whose dry run fails says so in the concise form as well', async () => {
    const input = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '99999', ...CONCISE };
    const { simulation, next } = await gateway.compose('transfer', input);
    expect(simulation.status).toBe('failed');
    expect(next).toMatch(/^Would fail: .*do not sign\.$/);
  });

  it('request_id answers the same transaction in both forms, also in a plan', async () => {
    const calls: [string, Answer][] = [
      ['transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.5', request_id: 'rent-1' }],
      ['compose_plan', { steps: STEPS, request_id: 'plan-1' }],
    ];
    for (const [tool, input] of calls) {
      const short = await gateway.compose(tool, { ...input, ...CONCISE });
      const full = await gateway.compose(tool, input);
      expect([short['status'], full['status']]).toEqual(['new', 'repeated']);
      expect(full.transaction.packed_trx).toBe(short.transaction.packed_trx);
      const again: Proposal = await gateway.compose(tool, { ...input, ...CONCISE });
      expect(again).toMatchObject({ status: 'repeated', detail: 'concise', transaction: short.transaction });
    }
  });

  it('a step of a plan takes no detail of its own', async () => {
    const steps = [{ tool: 'transfer', input: { ...STEPS[0]!.input, ...CONCISE } }, STEPS[1]];
    expect(await gateway.refusal('compose_plan', { steps })).toBe('steps[0].input: unknown field "detail"');
  });

  it('the published client accepts both forms by outputSchema', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`)));
    await client.listTools();
    for (const [name, input] of CALLS)
      for (const form of [{}, CONCISE]) {
        const { isError, structuredContent } = await client.callTool({
          name,
          arguments: { ...input, ...form },
        });
        expect({ name, isError }).toEqual({ name, isError: undefined });
        expect((structuredContent as Answer)['detail']).toBe((form as Answer)['detail']);
      }
    await client.close();
  });
});

interface Media {
  readonly schema: { readonly anyOf: readonly { readonly $ref: string }[] };
}

interface ListedTools {
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: { readonly properties?: object };
  }[];
}

async function listedTools(url: string): Promise<ListedTools> {
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });
  return ((await answer.json()) as { result: ListedTools }).result;
}
