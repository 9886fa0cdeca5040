import type { HTTPRequest } from 'puppeteer-core';
import { until } from '../harness/until';
import { FreshStart } from './fresh-start';
import { ConsolePage } from './console-pages';

describe('the console of a fresh start', () => {
  let fresh: FreshStart;
  let url: string;
  let shown: ConsolePage;
  beforeAll(async () => {
    // Specs look again and again at what the simulated traffic moves.
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000' });
    url = fresh.url;
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, url);
  });
  afterEach(async () => {
    const { failures } = shown;
    await shown.page.close();
    expect(failures).toEqual([]);
  });

  const read = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T;
  const call = async <T>(tool: string, input: object): Promise<T> =>
    (await (
      await fetch(`${url}/v1/tools/${tool}`, { method: 'POST', body: JSON.stringify(input) })
    ).json()) as T;
  const chainInfo = () =>
    read<{ last_irreversible_block_id: string; last_irreversible_block_num: number }>(
      '/mainnet/v1/chain/get_info',
    );
  const newestTransaction = async (query = ''): Promise<{ trx_id: string }> =>
    (await read<{ actions: { trx_id: string }[] }>(`/mainnet/v2/history/get_actions?limit=1&${query}`))
      .actions[0]!;

  it('the start page shows what is going on, and its links keep the page', async () => {
    await shown.goto('/', 'Head block');
    await shown.shows('Best bid');
    await shown.clickOn('nav[aria-label="Networks"] a:nth-child(2)');
    await shown.page.waitForFunction("document.querySelector('h1')?.textContent === 'testnet'");
    expect(new URL(shown.page.url()).pathname).toBe('/console/testnet');
    await shown.page.goBack();
    await shown.page.waitForFunction("document.querySelector('h1')?.textContent === 'mainnet'");
  });

  it('the search box leads to an account, and a transaction of its history to its actions', async () => {
    await shown.goto('/console/mainnet', 'Head block');
    await shown.search('dave');
    await shown.shows('Account dave');
    await shown.clickOn('a[href*="/transaction/"]');
    await shown.shows('irreversible');
    await shown.shows('Data');
    expect(await shown.faults()).toEqual([]);
  });

  it('the history of an account says in sentences what each action did', async () => {
    const { actions } = await call<{ actions: { sentence: string | null }[] }>('get_history', {
      account: 'dave',
    });
    const sentence = actions.map((action) => action.sentence).find((each) => each !== null);
    for (const width of [1_400, 360]) {
      await shown.page.setViewport({ width, height: 900 });
      await shown.goto('/console/mainnet/account/dave', sentence!);
      const rights = await shown.page.$$eval('[aria-label="Actions"] .content', (contents) =>
        contents.map((each) => each.getBoundingClientRect().right),
      );
      expect(Math.max(...rights)).toBeLessThanOrEqual(width);
    }
  });

  it('an id of no transaction leads to the block of this id, and an id of no block to the transaction', async () => {
    const { last_irreversible_block_id: id, last_irreversible_block_num: number } = await chainInfo();
    await shown.goto(`/console/mainnet/transaction/${id}`, 'not found');
    await shown.shows(`It is the id of a block: block ${number}`);
    expect(await shown.faults()).toEqual([]);
    await shown.clickOn(`a[href$="/block/${id}"]`);
    await shown.shows('Producer');

    const { trx_id } = await newestTransaction();
    await shown.goto(`/console/mainnet/block/${trx_id}`, 'It is the id of a transaction');
    await shown.clickOn(`main a[href$="/transaction/${trx_id}"]`);
    await shown.shows('bytes of net');
    // The browser reports each answer of a node that has no such block: a slow page asks again.
    expect([...new Set(shown.failures.splice(0))]).toEqual([expect.stringContaining('status of 400')]);
  });

  it('an irreversible transaction shows sentences, balances and execution, and is asked for no more', async () => {
    const { trx_id } = await newestTransaction('filter=btc.token:transfer');
    await shown.goto(`/console/mainnet/transaction/${trx_id}`, 'executed, irreversible');
    for (const text of ['Balances changed', 'BTC', 'bytes of net', 'Data']) await shown.shows(text);
    // The history may know a moment later that the transaction is irreversible; then no request follows (every 4 s).
    await shown.page.waitForNetworkIdle({ idleTime: 10_000, timeout: 60_000 });
    expect(await shown.faults()).toEqual([]);
  });

  it('the market shows candles of the length of choice, and the numbers of the one that is chosen', async () => {
    await shown.goto('/console/mainnet/market/btcusdt', 'Candles of 1m');
    await shown.page.waitForSelector('.candles line');
    const asked = shown.page.waitForResponse(
      (response) =>
        response.url().endsWith('/get_candles') && response.request().postData()!.includes('"interval":"1h"'),
    );
    await shown.click('1h');
    const { candles } = (await (await asked).json()) as { candles: { open: string; volume: string }[] };
    await shown.shows('Candles of 1h');
    await shown.page.waitForSelector('.candles line');
    expect(await shown.page.$$eval('.candles line', (lines) => lines.length)).toBe(candles.length);
    await shown.page.focus('#candle');
    await shown.page.keyboard.press('Home');
    const text = (await shown.text()).replaceAll('\n', '');
    for (const number of [candles[0]!.open, candles[0]!.volume]) expect(text).toContain(number);
    expect(await shown.faults()).toEqual([]);
  });

  it('the market shows the open orders of an account, and its link fills in the form that cancels one', async () => {
    await shown.goto('/console/mainnet/market/btcusdt', 'Order book');
    await shown.fill('#own-account', 'dave');
    await shown.click('Show');
    await shown.shows('Open orders of dave');
    await shown.clickOn('[aria-label="Open orders"] a[href*="/tools/cancel_order/"]');
    await shown.shows('The link to this page filled in account, pair, order_id.');
    await shown.click('Compose a proposal');
    await shown.shows('The bytes do what the form says.');
    await shown.shows('The dry run succeeds.');
  });

  it('a contract shows its tables by scope, page by page, and its actions with their fields', async () => {
    await shown.goto('/console/mainnet/contract/dex', 'orderIdentifier: uint64');
    await shown.clickOn('a[href$="/contract/dex/orderbook2"]');
    await shown.shows('Scopes of orderbook2');
    await shown.clickOn('a[href$="/contract/dex/orderbook2/nativebtc"]');
    await shown.shows('Rows of orderbook2 in nativebtc');
    const first = () => shown.page.$eval('[aria-label="Rows"] tbody td', (cell) => cell.textContent);
    await shown.page.waitForSelector('[aria-label="Rows"]');
    const before = await first();
    await shown.click('Next page');
    await shown.page.waitForFunction(
      `(document.querySelector('[aria-label="Rows"] tbody td')?.textContent ?? '${before}') !== '${before}'`,
    );
    expect(Number(await first())).toBeGreaterThan(Number(before));
  });

  /** The rows of a table, by the text of their first cell. */
  const rowsOf = async (label: string): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      (
        await shown.page.$$eval(`[aria-label="${label}"] tbody tr`, (rows) =>
          rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
        )
      ).map(([first, ...rest]) => [first, rest]),
    ) as Record<string, string[]>;

  it('balances have the values in USDT that the portfolio of the gateway has, at the price on the page', async () => {
    interface Portfolio {
      readonly assets: readonly { readonly symbol: string; readonly value_usdt: string }[];
    }
    // Prices, orders and balances stand still.
    await fetch(`${fresh.urlAt(2)}/devchain/pause-simulation`, { method: 'POST', body: '{}' });
    try {
      await shown.goto('/console/mainnet/account/dave', 'best bid of nativebtc');
      await shown.shows('USD by the oracle');
      const { assets } = await call<Portfolio>('get_portfolio', { account: 'dave' });
      const values = Object.fromEntries(assets.map(({ symbol, value_usdt }) => [symbol, value_usdt]));
      expect(Object.keys(values)).toEqual(expect.arrayContaining(['BTC', 'CBTC', 'NATIVE', 'USDT']));
      const { TPF, ...shownValues } = Object.fromEntries(
        Object.entries(await rowsOf('Balances')).map(([symbol, cells]) => [symbol, cells.at(-1)]),
      );
      expect(shownValues).toEqual(values);
      const total = [TPF, ...Object.values(shownValues)].reduce(
        (sum, value) => sum + BigInt(value!.replace('.', '')),
        0n,
      );
      const text = (await shown.text()).replaceAll('\n', '');
      expect(BigInt(/In all([\d.]+) USDT/.exec(text)![1]!.replace('.', ''))).toBe(total);
      const { price } = await call<{ price: string }>('get_btc_price', {});
      expect(text).toContain(`${price} USD by the oracle`);
      expect(await shown.faults()).toEqual([]);
    } finally {
      await fetch(`${fresh.urlAt(2)}/devchain/resume-simulation`, { method: 'POST', body: '{}' });
    }
  });

  it('the page for agents has the prompts, the resources and the limits that MCP has', async () => {
    const ask = async (method: string, params: object = {}): Promise<never> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
      return ((await answer.json()) as { result: never }).result;
    };
    const { prompts }: { prompts: { name: string; title: string }[] } = await ask('prompts/list');
    const { resources }: { resources: { uri: string }[] } = await ask('resources/list');
    const { resourceTemplates }: { resourceTemplates: { uriTemplate: string }[] } =
      await ask('resources/templates/list');
    const { contents }: { contents: { text: string }[] } = await ask('resources/read', {
      uri: 'guide://limits',
    });
    const limits = [...contents[0]!.text.matchAll(/^\| ([a-z-]+) \| (\w+) \|$/gm)];
    await shown.goto('/console/mainnet/agents', 'Limits of this gateway');
    await shown.page.waitForSelector('[aria-label="Limits"]');
    const text = await shown.text();
    for (const { name, title } of prompts) expect(text).toContain(`${name} ${title}`);
    // The page of the MCP App is for hosts, and no text.
    const texts = resources.filter(({ uri }) => !uri.startsWith('ui://'));
    const uris = [...texts.map(({ uri }) => uri), ...resourceTemplates.map((each) => each.uriTemplate)];
    for (const uri of uris) expect(text).toContain(uri.replace(/:\/\/(?:mainnet|testnet)\b/, '://{network}'));
    const rows = await rowsOf('Limits');
    expect(limits.length).toBe(6);
    for (const [, bucket, limit] of limits) expect([bucket, rows[bucket!]![0]]).toEqual([bucket, limit]);
    for (const client of ['Claude Code', 'Cursor', 'VS Code', 'OpenAI Agents SDK', 'MCP Inspector'])
      expect(text).toContain(client);
  });

  it('the slider sets the price of the oracle, and says how many loans it puts at risk', async () => {
    await shown.goto('/console/testnet/development', 'loans are at risk');
    await shown.page.waitForFunction(`!document.body.innerText.includes('Loading…')`);
    await shown.page.focus('#price-slider');
    await shown.page.keyboard.press('Home');
    const wanted = () =>
      shown.page.$eval('#price-price', (field) => (field as unknown as { value: string }).value);
    const least = await wanted();
    expect(least).toMatch(/^\d{4}$/);
    // Simulated borrowers open and repay loans meanwhile; a small debt is reached by no price of the slider.
    await until(async () => {
      const { active } = await call<{ active: { liquidation_price: string | null }[] }>('get_loans', {
        network: 'testnet',
      });
      const reached = active.filter((loan) => Number(loan.liquidation_price ?? 0) >= Number(least));
      const [, atRisk, all] = /At this price\s+(\d+) of (\d+) loans/.exec(await shown.text())!;
      return reached.length > 0 && Number(atRisk) === reached.length && Number(all) === active.length;
    });
    await shown.page.keyboard.press('End');
    const most = await wanted();
    expect(await shown.text()).toMatch(/At this price\s+0 of /);
    await shown.click('Set the price');
    await shown.page.waitForFunction(
      `document.body.innerText.replaceAll(/\\s/g, '').includes('${most}.00000000USDistheprice')`,
    );
    // From then on the price oscillates around it by at most 2 %.
    await until(async () => {
      const { price } = await call<{ price: string }>('get_btc_price', { network: 'testnet' });
      return Math.abs(Number(price) / Number(most) - 1) < 0.03;
    });
  });

  it('the page of a development chain funds an account, and pauses and resumes simulated traffic', async () => {
    await shown.goto('/console/testnet/development', 'Pause simulated traffic');
    await shown.fill('#fund-account', 'alice');
    await shown.clickOn('form:has(#fund-account) button[type=submit]');
    await shown.shows('account: alice, balance:');
    await shown.click('Pause simulated traffic');
    await shown.shows('Resume simulated traffic');
    await shown.click('Resume simulated traffic');
    await shown.shows('Pause simulated traffic');
  });

  it('a status that was read before a pause does not undo the pause on the page', async () => {
    await shown.goto('/console/testnet/development', 'Pause simulated traffic');
    const polls: HTTPRequest[] = [];
    let isHeld = true;
    await shown.page.setRequestInterception(true);
    shown.page.on('request', (request) => {
      if (isHeld && request.url().endsWith('/testnet/status')) polls.push(request);
      else void request.continue();
    });
    await until(() => polls.length === 1);
    const [poll] = polls;
    const headers = { ...poll!.headers(), origin: url, 'sec-fetch-site': 'same-origin' };
    const read = await fetch(poll!.url(), { method: 'POST', headers, body: poll!.postData()! });
    await shown.click('Pause simulated traffic');
    await shown.shows('Resume simulated traffic');
    await poll!.respond({ contentType: 'application/json', body: await read.text() });
    // The page asks again once it has the answer.
    await until(() => polls.length === 2);
    expect(await shown.text()).toContain('Resume simulated traffic');
    isHeld = false;
    await polls[1]!.continue();
    await shown.click('Resume simulated traffic');
    await shown.shows('Pause simulated traffic');
  });
});
