import { setTimeout } from 'node:timers/promises';
import { until } from '../harness/until';
import { ConsolePage } from './console-pages';
import { type ChangedAnswer, changeAnswers } from './changed-answers';
import { FreshStart } from './fresh-start';

const REFUSAL = 'refused by the test';

/** Address behind the network, and the panels of the view that show data of a chain. */
const VIEWS: readonly (readonly [path: string, ...panels: string[]])[] = [
  ['', 'Chain', 'Oracle price', 'Market BTC/USDT', 'Lending pools', 'Latest actions'],
  ['account/dave', 'Balances', 'Account', 'Pool shares', 'Permissions', 'Vault', 'Loans', 'Open orders'],
  ['market/btcusdt/dave', 'Candles of 1m', 'Order book', 'Depth', 'Last trades', 'Open orders of dave'],
  ['lending', 'Pools', 'Rate by utilization', 'Loans', 'Queued loan requests', 'Redemption queue'],
  ['development', 'Chain', 'Set the price of BTC', 'Make a liquidation happen', 'Accounts'],
  ['contract/dex', 'Tables', 'Actions'],
  ['contract/dex/orderbook2/btcusdt', 'Tables', 'Actions'],
  ['key/PUB_K1_8JayhncFL5xxuJDNhxEouEiYFLe78BL6gVxHfGL6MaMZL6evtm'],
  ['block/20'],
];

/** The value with nothing in any list. An ABI keeps its tables and their fields. */
function withEmptyLists(value: unknown, name = ''): unknown {
  if (name === 'abi') return value;
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, withEmptyLists(each, member)]),
  );
}

describe('the states of the panels of the console', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000', RATE_LIMIT_MIRROR: '10000' });
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    shown = await ConsolePage.open(fresh.browser, fresh.url);
  });
  afterEach(() => shown.page.close());

  /** The text of each panel, by its heading. */
  const panels = () =>
    shown.page
      .evaluate(`Object.fromEntries([...document.querySelectorAll('.panel:has(> header)')].map((panel) =>
      [panel.querySelector('h2').innerText, panel.innerText]))`) as Promise<Record<string, string>>;
  const settled = () =>
    shown.page.waitForFunction(
      `document.querySelector('#content h1') && !document.body.innerText.includes('Loading…')`,
    );
  /** Messages but those of the browser about answers that are refused. */
  const errors = () => shown.failures.filter((message) => !message.includes('Failed to load resource'));
  const open = (path: string) => shown.page.goto(`${fresh.url}/console/mainnet/${path}`);
  const tool = (name: string, answer: (original: never) => ChangedAnswer | undefined) =>
    changeAnswers(shown.page, { answer: answer as never }, (pathname) => pathname.endsWith(`/${name}`));

  it.each(VIEWS)('each panel of the view /%s says why there is no answer', async (path, ...titles) => {
    await changeAnswers(shown.page, {
      answer: () => ({ status: 500, content: { error: REFUSAL, code: 'test' } }),
    });
    await open(path);
    await settled();
    const texts = await panels();
    for (const title of titles)
      expect([title, texts[title]]).toEqual([title, expect.stringContaining(REFUSAL)]);
    expect(await shown.text()).toContain(REFUSAL);
    expect(await shown.faults()).toEqual([]);
    expect(errors()).toEqual([]);
  });

  it.each(VIEWS)(
    'each panel of the view /%s is there while nothing is in any list',
    async (path, ...titles) => {
      await changeAnswers(shown.page, { answer: (original) => ({ content: withEmptyLists(original) }) });
      await open(path);
      await settled();
      expect(Object.keys(await panels())).toEqual(expect.arrayContaining(titles));
      expect(await shown.text()).not.toMatch(/undefined|NaN|\[object/);
      expect(await shown.faults()).toEqual([]);
      expect(errors()).toEqual([]);
    },
  );

  it('a panel that cannot show its answer says so, and leaves the others alone', async () => {
    await tool('get_account', (original: object) => ({ content: { ...original, permissions: 7 } }));
    await open('account/dave');
    await shown.shows('Open orders');
    await settled();
    const { Permissions, Balances, Vault } = await panels();
    expect(Permissions).toContain('is not a function');
    expect(Balances).toContain('Worth USDT');
    expect(Vault).toContain('Collateral');
    expect(errors()).toEqual([expect.stringContaining('is not a function')]);
  });

  it.each([
    [{ affected_set: true, affected_set_checked: true }, '✕ in the set: do not send to it or sign with it'],
    [{ affected_set: false, affected_set_checked: true }, '✓ not in the set'],
    [{ affected_set: false, affected_set_checked: false }, '? not checked: nothing is known'],
  ])('an account with %j shows a picture of its own', async (set, text) => {
    await tool('get_account', (original: object) => ({ content: { ...original, ...set } }));
    await open('account/dave');
    await shown.shows(text);
    await settled();
    expect((await shown.text()).match(/[✕✓?] (?:in the|not)[^\n]*/g)).toEqual([text]);
    expect(await shown.faults()).toEqual([]);
  });

  it('amounts of an account that the chain does not state are not known on the page', async () => {
    await tool('get_account', (original: { balances: object }) => ({
      content: {
        ...{ ...original, locked: null, pool_shares: null },
        balances: { ...original.balances, TPF: null },
      },
    }));
    await open('account/dave');
    await shown.shows('In all');
    const { Balances, 'Pool shares': shares } = await panels();
    expect(Balances).toMatch(/In all\s+not known/);
    expect(Balances).toMatch(/TPF\s+not known/);
    expect(shares).toContain('No shares');
    expect(errors()).toEqual([]);
  });

  it('without a price of the oracle the values that need it are not known, and others are', async () => {
    await tool('get_btc_price', () => ({ status: 404, content: { error: 'no price', code: 'not_found' } }));
    await open('account/dave');
    await shown.shows('BTC, CBTC');
    await shown.page.waitForFunction(`/BTC, CBTC\\s+not known/.test(document.body.innerText)`);
    const { Balances = '' } = await panels();
    expect(Balances).toMatch(/\bBTC\t[\d.]+\t[\d.]+\tnot known/);
    expect(Balances).toMatch(/\bUSDT\t(?!.*not known)/);
    expect(Balances).toMatch(/In all\s+not known/);
    expect(errors()).toEqual([]);
  });

  it('an old price of the oracle is marked as stale beside the values', async () => {
    const updated_at = new Date(Date.now() - 3 * 3_600_000).toISOString();
    await tool('get_btc_price', (original: object) => ({
      content: { ...original, updated_at, stale: true },
    }));
    await open('account/dave');
    await shown.page.waitForFunction(`/by the oracle,\\s+3 h ago\\s+stale/.test(document.body.innerText)`);
  });

  it('a stale price of the oracle is marked at the calculator, and where another price is tried', async () => {
    const withStale = (original: { oracle?: object }) => ({
      content: { ...original, stale: true, oracle: { ...original.oracle, stale: true } },
    });
    await changeAnswers(shown.page, { answer: withStale as never }, (pathname) =>
      /\/get_(?:btc_price|pool_stats)$/.test(pathname),
    );
    await open('lending');
    await shown.shows('Loss of the pools');
    await settled();
    const texts = await panels();
    expect(texts['Calculator: borrow against BTC']).toContain('The price of the oracle is stale');
    expect(texts['What if the price changes']).toMatch(/Oracle\s+[\d\s.]+USD, (?:now|\d+ \w+ ago)\s+stale/);
    expect(await shown.faults()).toEqual([]);
  });

  it('a network with real funds says so on every page, and offers no key and no control of a chain', async () => {
    interface Config {
      readonly networks: readonly object[];
    }
    const real = { real_funds: true, is_development: false, has_development_routes: false };
    const withRealFunds = ({ networks, ...others }: Config): ChangedAnswer => ({
      content: { ...others, networks: networks.map((network) => ({ ...network, ...real })) },
    });
    await changeAnswers(
      shown.page,
      { answer: withRealFunds as never },
      (pathname) => pathname === '/console/config.json',
    );
    for (const path of ['', 'development', 'tools/transfer']) {
      await open(path);
      await shown.shows('Real funds: tokens of mainnet are worth money.');
      await settled();
      expect(await shown.page.$$('a[href$="/development"]')).toEqual([]);
    }
    await shown.click('Fill in the example');
    await shown.click('Compose a proposal');
    await shown.shows('Open the signing request');
    const text = await shown.text();
    for (const absent of ['Sign as', 'Sign in a wallet window']) expect(text).not.toContain(absent);
    expect(await shown.page.$$('input[type=password], [name*=key]')).toEqual([]);
    expect(await shown.faults()).toEqual([]);
  });

  it('a lost connection is shown with the ages of what is shown, and its end as well', async () => {
    await open('');
    await shown.shows('Latest actions');
    await settled();
    await shown.page.setOfflineMode(true);
    await shown.shows('The gateway does not answer.');
    await shown.page.waitForFunction(`/\\d+ s old/.test(document.querySelector('.panel').innerText)`);
    await shown.page.setOfflineMode(false);
    await shown.page.waitForFunction(`!document.body.innerText.includes('The gateway does not answer.')`);
    await shown.page.waitForFunction(`!/\\d+ s old/.test(document.querySelector('.panel').innerText)`);
  });

  it('an answer 429 stops the polls of the page for as long as the gateway says, and the page says so', async () => {
    const SECONDS = 20;
    await open('');
    await shown.shows('Latest actions');
    await settled();
    const calls: string[] = [];
    let isLimited = false;
    await shown.page.setRequestInterception(true);
    shown.page.on('request', (request) => {
      calls.push(request.url());
      if (isLimited) void request.continue();
      else {
        isLimited = true;
        const headers = { 'retry-after': String(SECONDS) };
        void request.respond({
          status: 429,
          headers,
          contentType: 'application/json',
          body: '{"error":"limit"}',
        });
      }
    });
    await shown.shows('The gateway limits the requests of this address');
    const before = calls.length;
    await setTimeout((SECONDS * 1_000) / 2);
    expect(calls).toHaveLength(before);
    await shown.page.waitForFunction(`!document.body.innerText.includes('limits the requests')`);
    await until(() => calls.length > before);
  });
});
