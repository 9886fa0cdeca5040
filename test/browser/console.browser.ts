import { setTimeout } from 'node:timers/promises';
import { FreshStart } from './fresh-start';
import { ConsolePage } from './console-pages';

/** Address behind the network, and a text that is there once the view has its data. */
const VIEWS: readonly (readonly [path: string, text: string])[] = [
  ['', 'Latest actions'],
  ['account/dave', 'History'],
  ['account/alice', 'No vault.'],
  ['account/loan', 'eosio.code'],
  ['market/btcusdt', 'within 2.00 %'],
  ['market/nativebtc', 'within 2.00 %'],
  ['market/btcusdt/dave', 'cancel'],
  ['lending', 'Redemption queue'],
  ['block/20', 'Transactions'],
  ['agents', 'claude mcp add'],
  ['contract/dex', 'Actions'],
  ['contract/dex/orderbook2/btcusdt', 'Rows of orderbook2 in btcusdt'],
  ['development', 'Pause simulated traffic'],
  ['tools', 'push_transaction'],
  ['tools/place_order', 'Compose a proposal'],
  ['tools/get_orderbook', 'Read'],
];

describe('the console of a fresh start', () => {
  let fresh: FreshStart;
  let url: string;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin();
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

  it.each(VIEWS.flatMap((view) => ['mainnet', 'testnet'].map((network) => [network, ...view] as const)))(
    'the view /console/%s/%s fits every width, passes axe and asks this server alone',
    async (network, path, text) => {
      await shown.goto(`/console/${network}/${path}`, text);
      expect(await shown.faults()).toEqual([]);
    },
  );

  const read = async <T>(path: string): Promise<T> => (await (await fetch(url + path)).json()) as T;
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
    await shown.page.click('nav[aria-label="Networks"] a:nth-child(2)');
    await shown.page.waitForFunction("document.querySelector('h1')?.textContent === 'testnet'");
    expect(new URL(shown.page.url()).pathname).toBe('/console/testnet');
    await shown.page.goBack();
    await shown.page.waitForFunction("document.querySelector('h1')?.textContent === 'mainnet'");
  });

  it('the search box leads to an account, and a transaction of its history to its actions', async () => {
    await shown.goto('/console/mainnet', 'Head block');
    const box = await shown.page.waitForSelector('input[type=search]');
    await box!.type('dave\n');
    await shown.shows('Account dave');
    await shown.page.waitForSelector('a[href*="/transaction/"]');
    await shown.page.click('a[href*="/transaction/"]');
    await shown.shows('irreversible');
    await shown.shows('Data');
    expect(await shown.faults()).toEqual([]);
  });

  it('an id of no transaction leads to the block of this id, and an id of no block to the transaction', async () => {
    const { last_irreversible_block_id: id, last_irreversible_block_num: number } = await chainInfo();
    await shown.goto(`/console/mainnet/transaction/${id}`, 'No such transaction');
    await shown.shows(`It is the id of a block: block ${number}`);
    expect(await shown.faults()).toEqual([]);
    await shown.page.click(`a[href$="/block/${id}"]`);
    await shown.shows('Producer');

    const { trx_id } = await newestTransaction();
    await shown.goto(`/console/mainnet/block/${trx_id}`, 'It is the id of a transaction');
    await shown.page.click(`main a[href$="/transaction/${trx_id}"]`);
    await shown.shows('bytes of net');
    // The browser reports the answer of a node that has no such block.
    expect(shown.failures.splice(0)).toEqual([expect.stringContaining('status of 400')]);
  });

  it('an irreversible transaction shows sentences, balances and execution, and is asked for no more', async () => {
    const { trx_id } = await newestTransaction('filter=btc.token:transfer');
    await shown.goto(`/console/mainnet/transaction/${trx_id}`, 'executed, irreversible');
    for (const text of ['Balances changed', 'BTC', 'bytes of net', 'Data']) await shown.shows(text);
    const requests: string[] = [];
    shown.page.on('request', (request) => requests.push(request.url()));
    await setTimeout(10_000);
    expect(requests).toEqual([]);
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
    await shown.page.locator('#own-account').fill('dave');
    await shown.click('Show');
    await shown.shows('Open orders of dave');
    await shown.page.locator('[aria-label="Open orders"] a[href*="/tools/cancel_order/"]').click();
    await shown.shows('The link to this page filled in account, pair, order_id.');
    await shown.click('Compose a proposal');
    await shown.shows('The bytes do what the form says.');
    await shown.shows('The dry run succeeds.');
  });

  it('a contract shows its tables by scope, page by page, and its actions with their fields', async () => {
    await shown.goto('/console/mainnet/contract/dex', 'orderIdentifier: uint64');
    await shown.page.click('a[href$="/contract/dex/orderbook2"]');
    await shown.shows('Scopes of orderbook2');
    const scope = await shown.page.waitForSelector('a[href$="/contract/dex/orderbook2/nativebtc"]');
    await scope!.click();
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

  it('the page of a development chain funds an account, and pauses and resumes simulated traffic', async () => {
    await shown.goto('/console/testnet/development', 'Pause simulated traffic');
    await shown.page.waitForSelector('#fund-account option');
    await shown.page.select('#fund-account', 'alice');
    await shown.page.click('form:has(#fund-account) button[type=submit]');
    await shown.shows('account: alice, balance:');
    await shown.click('Pause simulated traffic');
    await shown.shows('Resume simulated traffic');
    await shown.click('Resume simulated traffic');
    await shown.shows('Pause simulated traffic');
  });

  it('a page that is left open spends at most 40 requests a minute, and none while it is hidden', async () => {
    const HALF_A_MINUTE = 30_000;
    await shown.goto('/console/mainnet', 'Latest actions');
    const requests: string[] = [];
    shown.page.on('request', (request) => requests.push(request.url()));
    await setTimeout(HALF_A_MINUTE);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.length).toBeLessThanOrEqual(20);
    await shown.page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
    requests.length = 0;
    await setTimeout(HALF_A_MINUTE / 2);
    expect(requests).toEqual([]);
  });
});
