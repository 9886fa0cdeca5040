import * as stateless from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { Product } from '../../harness/process/product';
import {
  initializeRequest,
  statelessRequest,
  statelessHeaders,
  send,
} from '../../harness/gateway/raw-client';

const ID = '0b17e20920c7dc763315840a43be7aaf77191fde5be93a1c25e477404cf7b2fc';
const KEY = 'PUB_K1_8PpZrrWkNgBexRvXa4RzfxpLRnd7csfM9QVTS7nyHwrHMPCNx8';

const RESOURCES = [
  ...['chain://mainnet/lending', 'chain://testnet/lending', 'chain://mainnet/snapshot'],
  ...['chain://testnet/snapshot', 'guide://limits', 'guide://networks', 'guide://signing'],
];
const TEMPLATES = [
  'chain://{network}/tables/{code}',
  'chain://{network}/tables/{code}/{table}',
  'tx://{network}/{id}',
];
/** Arguments of every prompt but explain_proposal, which needs the bytes of a proposal. */
const PROMPTS: Record<string, Record<string, string>> = {
  check_my_account: { account: 'alice' },
  lend_and_exit: { account: 'alice', amount_usdt: '100' },
  move_btc_in_and_out: { account: 'alice', direction: 'out' },
  open_loan_safely: { account: 'alice', amount_usdt: '100', max_apr_bps: '700' },
  place_order_with_price_guard: {
    ...{ account: 'alice', pair: 'btcusdt', side: 'buy', price: '80000', amount: '0.01' },
  },
  set_up_restricted_permission: { account: 'alice', permission: 'trader', public_key: KEY },
};

interface Speaker {
  readonly revision: string;
  readonly client: Client | stateless.Client;
}

describe('resources, prompts and completions', () => {
  let product: Product;
  let mcp: URL;
  const older = new Client({ name: 'a stranger', version: '1' });
  const newest = new stateless.Client(
    { name: 'a stranger', version: '1' },
    { versionNegotiation: { mode: 'auto' } },
  );
  const speakers: Speaker[] = [
    { revision: 'the older revisions', client: older },
    { revision: 'the newest revision', client: newest },
  ];
  beforeAll(async () => {
    product = await Product.launch({ LOG_LEVEL: 'silent' });
    await product.printed('Ctrl-C stops everything');
    mcp = new URL(`${product.url}/mcp`);
    await older.connect(new StreamableHTTPClientTransport(mcp));
    await newest.connect(new stateless.StreamableHTTPClientTransport(mcp));
  });
  afterAll(async () => {
    await older.close();
    await newest.close();
    await product.ended('SIGTERM');
  });

  const textOf = async ({ client }: Speaker, uri: string): Promise<string> => {
    const [content] = (await client.readResource({ uri })).contents;
    expect(content).toMatchObject({ uri, mimeType: expect.any(String) as string });
    return (content as { text: string }).text;
  };
  const jsonOf = async (speaker: Speaker, uri: string): Promise<Record<string, unknown>> =>
    JSON.parse(await textOf(speaker, uri)) as Record<string, unknown>;
  const promptText = async ({ client }: Speaker, name: string, args: Record<string, string>) => {
    const { messages } = await client.getPrompt({ name, arguments: args });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } });
    return (messages[0]!.content as { text: string }).text;
  };
  const completed = async (
    { client }: Speaker,
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    argument: { name: string; value: string },
    known: Record<string, string> = {},
  ): Promise<string[]> =>
    (await client.complete({ ref, argument, context: { arguments: known } })).completion.values;

  describe.each(speakers)('in $revision', (speaker) => {
    it('resources, prompts and completions are declared and listed', async () => {
      const { client } = speaker;
      expect(client.getServerCapabilities()).toEqual({
        tools: {},
        prompts: {},
        resources: {},
        completions: {},
      });
      expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(RESOURCES);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(TEMPLATES);
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual([...Object.keys(PROMPTS), 'explain_proposal'].sort());
    });

    it('resources/read returns every listed resource', async () => {
      for (const uri of RESOURCES) expect((await textOf(speaker, uri)).length).toBeGreaterThan(200);
    });

    it('resources/read returns limits and relayed actions of the settings and the profile', async () => {
      const text = await textOf(speaker, 'guide://limits');
      for (const part of ['| read | 300 |', '| relay | 10 |', '`dex::cancelorder`'])
        expect(text).toContain(part);
    });

    it('resources/read returns networks with their tokens and whether they have real funds', async () => {
      expect(await jsonOf(speaker, 'guide://networks')).toMatchObject({
        networks: [
          { network: 'mainnet', real_funds: false, contracts: { exchange: 'dex' } },
          { network: 'testnet', real_funds: false },
        ],
      });
    });

    it('resources/read returns the lending rules with the curve, the pools and the price of the chain', async () => {
      const text = await textOf(speaker, 'chain://mainnet/lending');
      const { structuredContent } = await speaker.client.callTool({ name: 'get_pool_stats', arguments: {} });
      const { curve } = structuredContent as { curve: Record<string, number> };
      expect(text).toContain(
        `| ${curve['kink_utilization_bps']! / 100} % (kink) | ${curve['kink_apr_bps']! / 100} % |`,
      );
      expect(text).toContain(
        'A new loan is lent up to 70 %. A loan is `warning` from 70 % and `at_risk` from 80 %',
      );
      expect(text).toMatch(/The smallest loan is worth 0\.001 BTC \([0-9.]+ USDT now\)/);
    });

    it('resources/read returns the tables of a contract from its live ABI, and one of them with its scopes', async () => {
      const { tables } = await jsonOf(speaker, 'chain://mainnet/tables/dex');
      const book = (tables as { table: string; fields: object[] }[]).find(
        ({ table }) => table === 'orderbook2',
      );
      expect(book?.fields).toContainEqual({ name: 'identifier', type: 'uint64' });
      const { scopes } = await jsonOf(speaker, 'chain://mainnet/tables/dex/orderbook2');
      expect(scopes).toContainEqual({ scope: 'btcusdt', rows: expect.any(Number) as number });
    });

    it('resources/read returns whether a transaction is in a block', async () => {
      expect(await jsonOf(speaker, `tx://mainnet/${ID}`)).toMatchObject({ landed: false, block_num: null });
    });

    it.each(Object.entries(PROMPTS))(
      'prompts/get returns the prompt %s with its steps',
      async (name, args) => {
        const text = await promptText(speaker, name, args);
        expect(text).toContain('get_account {"account":"alice","network":"mainnet"}');
        expect(text).toContain('affected_set=true');
        expect(text).not.toContain('undefined');
      },
    );

    it('prompts name only tools that exist', async () => {
      const tools = new Set((await speaker.client.listTools()).tools.map(({ name }) => name));
      for (const [name, args] of Object.entries(PROMPTS)) {
        const text = await promptText(speaker, name, args);
        const named = [...text.matchAll(/\b([a-z]+(?:_[a-z]+)+) \{"/g)].map(([, tool]) => tool!);
        expect(named.filter((tool) => !tools.has(tool))).toEqual([]);
        expect(named.length).toBeGreaterThan(0);
      }
    });

    it('the compose tools accept the calls that prompts describe', async () => {
      const compose = /[Cc]ompose ([a-z_]+) (\{.*?\})/;
      for (const name of ['open_loan_safely', 'lend_and_exit', 'place_order_with_price_guard']) {
        const [, tool = '', json = ''] = compose.exec(await promptText(speaker, name, PROMPTS[name]!))!;
        const result = await speaker.client.callTool({
          name: tool,
          arguments: JSON.parse(json) as object as never,
        });
        expect(result).not.toHaveProperty('isError', true);
      }
    });

    it.each(['open_loan_safely', 'lend_and_exit', 'place_order_with_price_guard', 'move_btc_in_and_out'])(
      'push_transaction accepts the members of the push_transaction call that the prompt %s describes',
      async (name) => {
        const push = /push_transaction with (\{.*?\}) before/;
        const [, json = ''] = push.exec(await promptText(speaker, name, PROMPTS[name]!))!;
        const { content } = await speaker.client.callTool({
          name: 'push_transaction',
          arguments: JSON.parse(json) as object as never,
        });
        const [{ text }] = content as [{ text: string }];
        // The placeholders are refused; the members and the network are not.
        expect(text.split('; ').map((problem) => problem.split(':')[0]!.replace(/\[0\]$/, ''))).toEqual([
          'signed_tx.packed_trx',
        ]);
      },
    );

    it('the prompt of a proposal explains it from its bytes', async () => {
      const args = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.001', memo: 'hello' };
      const { structuredContent } = await speaker.client.callTool({ name: 'transfer', arguments: args });
      const { transaction } = structuredContent as { transaction: Record<string, string> };
      const text = await promptText(speaker, 'explain_proposal', { packed_trx: transaction['packed_trx']! });
      const explained = JSON.parse(/```json\n(.*?)\n```/s.exec(text)![1]!) as object;
      expect(explained).toMatchObject({
        transaction_id: transaction['transaction_id'],
        signing_digest: transaction['signing_digest'],
        actions: [
          {
            ...{ contract: 'btc.token', action: 'transfer', authorization: ['alice@active'], relayed: true },
            data: { from: 'alice', to: 'bob', quantity: '0.00100000 BTC', memo: 'hello' },
          },
        ],
        simulation: { status: 'ok', error: null },
      });
    });

    it('completion/complete completes networks, enums, contracts, tables and permissions', async () => {
      const tables = { type: 'ref/resource', uri: TEMPLATES[1]! } as const;
      const prompt = (name: string) => ({ type: 'ref/prompt', name }) as const;
      const order = prompt('place_order_with_price_guard');
      expect(await completed(speaker, tables, { name: 'network', value: 'te' })).toEqual(['testnet']);
      expect(await completed(speaker, order, { name: 'pair', value: '' })).toEqual(
        ['nativebtc', 'btcusdt'].sort(),
      );
      expect(await completed(speaker, tables, { name: 'code', value: 'usdt' })).toEqual(['usdt.token']);
      expect(await completed(speaker, tables, { name: 'table', value: 'o' }, { code: 'dex' })).toEqual([
        'orderbook2',
      ]);
      const known = { account: 'alice', network: 'mainnet' };
      expect(await completed(speaker, order, { name: 'permission', value: 'ag' }, known)).toEqual(['agent']);
      const permission = prompt('set_up_restricted_permission');
      expect(await completed(speaker, permission, { name: 'capabilities', value: 'tr' })).toContain('trade');
      expect(
        await completed(speaker, order, { name: 'permission', value: '' }, { account: 'nosuch' }),
      ).toEqual([]);
      expect(await completed(speaker, order, { name: 'price', value: '1' })).toEqual([]);
    });

    it.each([
      ['set_up_restricted_permission', { permission: 'active' }, 'permission: must be a new name'],
      [
        'set_up_restricted_permission',
        { capabilities: 'trade,steal' },
        'capabilities: "steal" is not one of',
      ],
      ['set_up_restricted_permission', { public_key: `PVT_K1_${'2'.repeat(50)}` }, 'holds a private key'],
      ['place_order_with_price_guard', { pair: 'ethusdt' }, 'pair: must be'],
      ['check_my_account', { acount: 'alice' }, 'unknown field "acount"; did you mean "account"?'],
      ['explain_proposal', { packed_trx: '00' }, 'packed_trx: is not a transaction'],
      ['nosuch', {}, 'no such prompt: nosuch'],
    ])('prompts/get refuses %s with %j', async (name, args, message) => {
      const got = speaker.client.getPrompt({ name, arguments: { ...PROMPTS[name], ...args } as never });
      await expect(got).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(message) as string,
      });
    });

    it.each([
      ['tx://mainnet/zz', 'id: must be 64 lower-case hex digits'],
      ['chain://prodnet/lending', 'network: must be mainnet or testnet'],
      ['chain://mainnet/tables/nosuch', 'account nosuch does not exist on mainnet'],
      ['chain://mainnet/tables/alice', 'account alice has no contract on mainnet'],
      ['chain://mainnet/tables/dex/orders', 'tables: orderbook2, history2, counters'],
    ])('resources/read refuses %s', async (uri, message) => {
      await expect(speaker.client.readResource({ uri })).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(message) as string,
      });
    });
  });

  it.each(['nosuch://x', 'guide://signing/x', 'tx://mainnet/%E0%A4%A', 'guide://'])(
    'resources/read refuses the unknown resource %s with the code of the revision',
    async (uri) => {
      const inOlder = await send(mcp, initializeRequest('resources/read', { uri }));
      expect(inOlder.json.error).toMatchObject({ code: -32002, data: { uri } });
      const headers = statelessHeaders('resources/read', uri);
      const inNewest = await send(mcp, statelessRequest('resources/read', { uri }), headers);
      expect(inNewest.json.error).toMatchObject({ code: -32602, data: { uri } });
    },
  );

  it('lists and texts have a lifetime in the newest revision', async () => {
    const read = async (uri: string) =>
      (await send(mcp, statelessRequest('resources/read', { uri }), statelessHeaders('resources/read', uri)))
        .json.result;
    expect(await read('guide://signing')).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
    expect(await read('chain://mainnet/snapshot')).toMatchObject({ ttlMs: 1_000, cacheScope: 'public' });
    expect(await read('guide://signing')).toMatchObject({ resultType: 'complete' });
  });

  it.each([
    ['no ref', { argument: { name: 'a', value: '' } }],
    ['another ref', { ref: { type: 'ref/tool', name: 'transfer' }, argument: { name: 'from', value: '' } }],
    ['no such prompt', { ref: { type: 'ref/prompt', name: 'nosuch' }, argument: { name: 'a', value: '' } }],
    ['no value', { ref: { type: 'ref/prompt', name: 'check_my_account' }, argument: { name: 'account' } }],
    [
      'no such argument',
      { ref: { type: 'ref/prompt', name: 'check_my_account' }, argument: { name: '__proto__', value: '' } },
    ],
  ])('completion/complete refuses %s', async (_what, params) => {
    const inOlder = await send(mcp, initializeRequest('completion/complete', params));
    const inNewest = await send(
      mcp,
      statelessRequest('completion/complete', params),
      statelessHeaders('completion/complete'),
    );
    expect([inOlder.json.error?.code, inNewest.json.error?.code]).toEqual([-32602, -32602]);
  });
});
