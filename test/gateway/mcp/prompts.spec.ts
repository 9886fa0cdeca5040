import {
  initializeRequest,
  send,
  statelessHeaders,
  statelessRequest,
} from '../../harness/gateway/raw-client';
import { NetworkClients, type RevisionClient } from './support/network-clients';
import { PROMPTS } from './support/prompts';

const clients = new NetworkClients();
beforeAll(() => clients.start());
afterAll(() => clients.close());

const promptText = async ({ client }: RevisionClient, name: string, args: Record<string, string>) => {
  const { messages } = await client.getPrompt({ name, arguments: args });
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ role: 'user', content: { type: 'text' } });
  return (messages[0]!.content as { text: string }).text;
};
const completed = async (
  { client }: RevisionClient,
  ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
  argument: { name: string; value: string },
  known: Record<string, string> = {},
): Promise<string[]> =>
  (await client.complete({ ref, argument, context: { arguments: known } })).completion.values;

describe.each(clients.byRevision)('prompts and completions of MCP in $revision', (revision) => {
  it('tools, resources, prompts and completions are declared, and prompts are listed', async () => {
    const { client } = revision;
    expect(client.getServerCapabilities()).toEqual({
      tools: {},
      prompts: {},
      resources: {},
      completions: {},
      extensions: { 'io.modelcontextprotocol/skills': {}, 'io.modelcontextprotocol/ui': {} },
    });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([...Object.keys(PROMPTS), 'explain_proposal'].sort());
  });

  it.each(Object.entries(PROMPTS))('prompts/get returns the prompt %s with its steps', async (name, args) => {
    const text = await promptText(revision, name, args);
    expect(text).toContain('get_account {"account":"alice","network":"mainnet"}');
    expect(text).toContain('affected_set=true');
    expect(text).not.toContain('undefined');
  });

  it('the prompts about loans and redemptions look at the price of now and at the queue of all accounts', async () => {
    const check = await promptText(revision, 'check_my_account', PROMPTS['check_my_account']!);
    expect(check).toContain('ltv_bps is at or above max_ltv_bps of get_vault');
    const exit = await promptText(revision, 'lend_and_exit', PROMPTS['lend_and_exit']!);
    expect(exit).toContain('get_redemption_queue {"network":"mainnet"}');
    expect(exit).toContain('tell me every warning');
  });

  it('prompts name only tools that exist', async () => {
    const tools = new Set((await revision.client.listTools()).tools.map(({ name }) => name));
    for (const [name, args] of Object.entries(PROMPTS)) {
      const text = await promptText(revision, name, args);
      const named = [...text.matchAll(/\b([a-z]+(?:_[a-z]+)+) \{"/g)].map(([, tool]) => tool!);
      expect(named.filter((tool) => !tools.has(tool))).toEqual([]);
      expect(named.length).toBeGreaterThan(0);
    }
  });

  it('the compose tools accept the calls that prompts describe', async () => {
    const compose = /[Cc]ompose ([a-z_]+) (\{.*?\})/;
    for (const name of ['open_loan_safely', 'lend_and_exit', 'place_order_with_price_guard']) {
      const [, tool = '', json = ''] = compose.exec(await promptText(revision, name, PROMPTS[name]!))!;
      const result = await revision.client.callTool({
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
      const [, json = ''] = push.exec(await promptText(revision, name, PROMPTS[name]!))!;
      const { content } = await revision.client.callTool({
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
    const { structuredContent } = await revision.client.callTool({ name: 'transfer', arguments: args });
    const { transaction } = structuredContent as { transaction: Record<string, string> };
    const text = await promptText(revision, 'explain_proposal', { packed_trx: transaction['packed_trx']! });
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

  it.each([
    ['set_up_restricted_permission', { permission: 'active' }, 'permission: must be a new name'],
    ['set_up_restricted_permission', { capabilities: 'trade,steal' }, 'capabilities: "steal" is not one of'],
    ['set_up_restricted_permission', { public_key: `PVT_K1_${'2'.repeat(50)}` }, 'holds a private key'],
    ['place_order_with_price_guard', { pair: 'ethusdt' }, 'pair: must be'],
    ['check_my_account', { acount: 'alice' }, 'unknown field "acount"; did you mean "account"?'],
    ['explain_proposal', { packed_trx: '00' }, 'packed_trx: is not a transaction'],
    ['nosuch', {}, 'no such prompt: nosuch'],
  ])('prompts/get refuses %s with %j', async (name, args, message) => {
    const got = revision.client.getPrompt({ name, arguments: { ...PROMPTS[name], ...args } as never });
    await expect(got).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message) as string,
    });
  });

  it('completion/complete completes networks, enums, contracts, tables and permissions', async () => {
    const tables = { type: 'ref/resource', uri: 'chain://{network}/tables/{code}/{table}' } as const;
    const prompt = (name: string) => ({ type: 'ref/prompt', name }) as const;
    const order = prompt('place_order_with_price_guard');
    expect(await completed(revision, tables, { name: 'network', value: 'te' })).toEqual(['testnet']);
    expect(await completed(revision, order, { name: 'pair', value: '' })).toEqual(
      ['nativebtc', 'btcusdt'].sort(),
    );
    expect(await completed(revision, tables, { name: 'code', value: 'usdt' })).toEqual(['usdt.token']);
    expect(await completed(revision, tables, { name: 'table', value: 'o' }, { code: 'dex' })).toEqual([
      'orderbook2',
    ]);
    const known = { account: 'alice', network: 'mainnet' };
    expect(await completed(revision, order, { name: 'permission', value: 'ag' }, known)).toEqual(['agent']);
    const permission = prompt('set_up_restricted_permission');
    expect(await completed(revision, permission, { name: 'capabilities', value: 'tr' })).toContain('trade');
    expect(
      await completed(revision, order, { name: 'permission', value: '' }, { account: 'nosuch' }),
    ).toEqual([]);
    expect(await completed(revision, order, { name: 'price', value: '1' })).toEqual([]);
  });
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
  const inOlder = await send(clients.mcp, initializeRequest('completion/complete', params));
  const inNewest = await send(
    clients.mcp,
    statelessRequest('completion/complete', params),
    statelessHeaders('completion/complete'),
  );
  expect([inOlder.json.error?.code, inNewest.json.error?.code]).toEqual([-32602, -32602]);
});
