import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { developmentKey, signWithLibrary } from '../harness/signing/sign-digest';
import { until } from '../harness/until';
import { FreshStart } from './fresh-start';
import { HOSTILE, HOSTILE_SHOWN, INVISIBLE } from './hostile-answers';
import { type AppResource, McpHost } from './mcp-host/mcp-host';

interface Result {
  readonly content: { readonly text: string }[];
  readonly structuredContent: Answer;
  readonly isError?: boolean;
}

interface Answer {
  readonly status: string;
  readonly simulation: object;
  readonly transaction: {
    readonly packed_trx: string;
    readonly signing_digest: string;
    transaction_id: string;
  };
  readonly expires: string;
}

const URI = 'ui://chain-tool-gateway/proposal';
const TRANSFER = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.00010000', memo: 'for the page' };

describe('the MCP App in a host', () => {
  let fresh: FreshStart;
  let app: AppResource;
  const client = new Client({ name: 'spec-host', version: '1' });
  let host: McpHost;
  beforeAll(async () => {
    fresh = await FreshStart.begin();
    await client.connect(new StreamableHTTPClientTransport(new URL(`${fresh.url}/mcp`)));
    app = (await client.readResource({ uri: URI })).contents[0] as unknown as AppResource;
  });
  afterAll(async () => {
    await client.close();
    await fresh.end();
  });
  beforeEach(async () => {
    host = await McpHost.open(fresh.browser, app);
  });
  afterEach(async () => {
    const { failures } = host;
    await host.close();
    expect(failures).toEqual([]);
  });

  const call = async (name: string, input: object): Promise<Result> =>
    (await client.callTool({ name, arguments: input as Record<string, unknown> })) as unknown as Result;

  /** The result with another answer, as text and as structured content. */
  const changed = (result: Result, answer: object) => ({
    ...result,
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
  });

  it('the page shows what leaves and arrives, the sentences, the time left, the ids and the actions', async () => {
    const result = await call('transfer', TRANSFER);
    await host.bridge('sendToolInput', { arguments: TRANSFER });
    const text = await host.show(result, 'The dry run succeeds.');
    const { transaction_id: id, signing_digest: digest } = result.structuredContent.transaction;
    for (const part of [
      'mainnet: no real funds',
      'alice sends 0.00010000 BTC (of btc.token) to bob with the memo "for the page".',
      ...[id, digest, 'Expires in', 'btc.token::transfer', 'signed by alice@active'],
    ])
      expect(text).toContain(part);
    expect(await rows()).toEqual([
      ['alice signs', 'leaves', '-0.00010000', 'BTC'],
      ['bob', 'arrives', '+0.00010000', 'BTC'],
    ]);
    expect(await host.faults()).toEqual([]);
  });

  const rows = (): Promise<unknown> =>
    host.view.evaluate(
      `[...document.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))`,
    );

  it('the page starts by the protocol of the extension, and asks the host for nothing', async () => {
    await host.show(await call('transfer', TRANSFER), 'The dry run succeeds.');
    // The page states its size in the frame after the one that shows the text.
    await host.page.waitForFunction("parseInt(document.querySelector('iframe').style.height) > 300");
    await host.bridge('teardownResource', {});
    expect((await host.asked()).sort()).toEqual([
      ...['answer', 'ui/initialize', 'ui/notifications/initialized', 'ui/notifications/size-changed'],
    ]);
    expect(await host.view.$$('a, button, input, form, iframe, img')).toEqual([]);
  });

  it('the page takes results of its host alone', async () => {
    await host.show(await call('transfer', TRANSFER), 'The dry run succeeds.');
    const other = await call('transfer', { ...TRANSFER, amount: '900000' });
    const message = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: other };
    // Events of one window arrive in order: the next one shows that this one was dropped.
    await host.view.evaluate(`new Promise((resolve) => {
      addEventListener('message', resolve, { once: true });
      postMessage(${JSON.stringify(message)}, '*');
    })`);
    expect(await host.text()).toContain('alice sends 0.00010000 BTC');
    expect(await host.text()).not.toContain('The dry run fails');
  });

  it('a concise answer is shown with its effects, and from its text alone where a host passes on no more', async () => {
    const { content } = await call('transfer', { ...TRANSFER, detail: 'concise' });
    const text = await host.show({ content }, 'The dry run succeeds.');
    expect(await rows()).toEqual([
      ['alice', 'leaves', '-0.00010000', 'BTC'],
      ['bob', 'arrives', '+0.00010000', 'BTC'],
    ]);
    expect(text).not.toContain('Action 1');
  });

  /** Far below the market. */
  const CHEAP = { account: 'dave', pair: 'btcusdt', side: 'sell', price: '1', amount: '0.001' };
  const ORDER = { account: 'dave', pair: 'btcusdt', side: 'buy', price: '1000', amount: '0.001' };

  it.each<[tool: string, input: object, shown: string[]]>([
    ['place_order', ORDER, ['Stays in the book (base)', '0.00100000', 'nothing trades', 'Returned at once']],
    ['lend', { account: 'alice', amount_usdt: '500' }, ['Shares of a pool', 'Change of shares']],
    [
      'repay',
      { account: 'dave', amount_usdt: '250.5' },
      ['Loan', 'Debt after (USDT)', 'LTV after', '%', 'At risk at a price of BTC of (USDT)'],
    ],
    [
      'withdraw_btc',
      { account: 'alice', amount: '0.1', btc_address: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202' },
      ['Fee of the bridge', 'Bitcoin that arrives'],
    ],
  ])('the effects of %s are shown with their values', async (tool, input, shown) => {
    const result = await call(tool, input);
    const text = await host.show(result, 'The dry run succeeds.');
    for (const part of shown) expect(text).toContain(part);
    const own = Object.entries(result.structuredContent.simulation).filter(
      ([member]) => !['status', 'error', 'effects'].includes(member),
    );
    const values = own.flatMap(([, members]) => Object.entries(members as object));
    expect(values.length).toBeGreaterThan(0);
    for (const [member, value] of values)
      if (value !== null && !member.includes('bps')) expect(text).toContain(String(value));
  });

  it('the steps of a plan are shown, each with its effects', async () => {
    const steps = [
      { tool: 'transfer', input: TRANSFER },
      { tool: 'place_order', input: { ...ORDER, account: 'alice' } },
    ];
    const text = await host.show(await call('compose_plan', { steps }), 'Step 2: place_order');
    expect(text.slice(text.indexOf('Step 2'))).toContain('0.00100000');
    expect(await host.faults()).toEqual([]);
  });

  it('warnings stand before the sentences, with code and text', async () => {
    const text = await host.show(await call('place_order', CHEAP), 'price_far_from_best');
    expect(text.indexOf('price_far_from_best')).toBeLessThan(text.indexOf('dave orders on btcusdt'));
  });

  it('a dry run that fails is an alert with the reason, and no balance is said to change', async () => {
    const result = await call('transfer', { ...TRANSFER, amount: '900000' });
    const text = await host.show(result, 'The dry run fails: this transaction would not be executed.');
    expect(await host.view.$eval('[role=alert]', ({ textContent }) => textContent)).toContain('overdrawn');
    expect(text).toContain('Nothing: it fails.');
    expect(await rows()).toEqual([]);
    expect(await host.faults()).toEqual([]);
  });

  it('a dry run that no node made, and balances that are not known, are said to be unknown', async () => {
    const result = await call('transfer', TRANSFER);
    const { structuredContent: answer } = result;
    const unavailable = { status: 'unavailable', error: null, effects: null };
    const text = await host.show(
      changed(result, { ...answer, simulation: unavailable }),
      'No node has run it: what it would do is not known.',
    );
    expect(text).toContain('Which balances change is not known.');
    expect(text).not.toContain('No balance changes.');
  });

  it('a refusal is shown as its text', async () => {
    const result = await call('transfer', { ...TRANSFER, to: 'nosuchaccnt1' });
    expect(result.isError).toBe(true);
    expect(await host.show(result, 'Refused: there is no proposal')).toContain(result.content[0]!.text);
    expect(await host.faults()).toEqual([]);
  });

  it('an expired proposal is said to have expired, without the next step', async () => {
    const result = await call('transfer', TRANSFER);
    const expired = { ...result.structuredContent, expires: '2020-01-01T00:00:00Z' };
    const text = await host.show(changed(result, expired), 'It expired at 2020-01-01T00:00:00Z');
    expect(text).not.toContain('call push_transaction');
  });

  it('a repeated intention and an executed one are shown as such, and a new one is not', async () => {
    const input = { ...TRANSFER, memo: 'once', request_id: 'page-spec-1' };
    const first = await call('transfer', input);
    expect(await host.show(first, 'The dry run succeeds.')).not.toContain('request_id');
    await host.show(await call('transfer', input), 'It was composed before under this request_id');
    const { packed_trx, signing_digest } = first.structuredContent.transaction;
    const key = await developmentKey(fresh.urlAt(2), 'alice');
    const signatures = [signWithLibrary(key, signing_digest)];
    await call('push_transaction', { signed_tx: { packed_trx, signatures } });
    let last = first;
    await until(async () => {
      last = await call('transfer', input);
      return last.structuredContent.status === 'executed';
    });
    const text = await host.show(last, 'It is executed already, in block');
    expect(text).toContain('sign nothing');
    for (const ofProposals of ['Expires in', 'No node has run it', 'The dry run'])
      expect(text).not.toContain(ofProposals);
  });

  it('the network has real funds by the gateway alone, and a network that it did not name is taken for real', async () => {
    const result = await call('transfer', TRANSFER);
    const real = await McpHost.open(fresh.browser, {
      ...app,
      text: app.text.replace('"mainnet":false', '"mainnet":true'),
    });
    await real.show(result, 'mainnet: real funds');
    for (const network of ['constructor', 'othernet']) {
      const answer = { ...result.structuredContent, network };
      await real.show(
        changed(result, answer),
        `${network}: whether the funds are real is not known: take them for real`,
      );
    }
    await real.close();
    expect(real.failures).toEqual([]);
  });

  it('a memo with markup, marks of direction and control characters is shown as text', async () => {
    const memo = '<img src=x onerror=alert(1)>\u202Eevil\u200B';
    await host.show(await call('transfer', { ...TRANSFER, memo }), 'The dry run succeeds.');
    expect(await host.view.evaluate('document.body.textContent')).toContain('\\u{202e}evil\\u{200b}');
  });

  it('an answer with hostile texts everywhere stays text, and one with other types and unknown members is shown', async () => {
    const result = await call('place_order', CHEAP);
    await host.show(changed(result, hostile(result.structuredContent) as object), HOSTILE_SHOWN);
    const content = (await host.view.evaluate('document.body.textContent')) as string;
    expect(content).toContain('a status that this page does not know');
    expect(content).not.toMatch(INVISIBLE);
    expect(await host.view.$$('img')).toEqual([]);
    for (const [index, wrong] of WRONG.entries()) {
      const members = Object.keys(result.structuredContent).map((member) => [member, wrong]);
      const answer = {
        ...Object.fromEntries(members),
        ...{ simulation: { new: wrong }, transaction: {}, later: wrong, network: `network ${index}` },
      };
      await host.show(changed(result, answer), `network ${index}: whether the funds are real is not known`);
      expect(await host.text()).toContain('a status that this page does not know');
    }
    await host.show(
      { content: [], structuredContent: { other: 'answer' } },
      'This page cannot read the answer',
    );
    await host.show({ content: 7 }, 'This page cannot read the answer');
  });

  it('the page has the theme of the host, also when it changes', async () => {
    await host.show(await call('transfer', TRANSFER), 'The dry run succeeds.');
    const background = () => host.view.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(246, 247, 249)');
    await host.bridge('setHostContext', { theme: 'dark' });
    await host.view.waitForFunction("getComputedStyle(document.body).backgroundColor === 'rgb(20, 23, 27)'");
  });
});

/** Values of other types than those of the members of an answer. */
const WRONG = [
  ...[null, 7, 'text', [], [null], {}],
  { status: [], effects: [7, null], order: 7, more: [{ a: 1 }] },
  { status: 'ok', effects: [{ account: {}, change: '1e9' }], steps: 7, order: { filled: null, later: {} } },
];

/** The value with a hostile text behind every text in it, and in the names of its members of `data`. */
function hostile(value: unknown): unknown {
  if (typeof value === 'string') return value + HOSTILE;
  if (Array.isArray(value)) return value.map(hostile);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, hostile(each)]));
}
