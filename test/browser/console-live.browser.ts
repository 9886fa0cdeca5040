import { setTimeout } from 'node:timers/promises';
import { overRest } from '../harness/gateway/gateway-client';
import { developmentKey, signWithLibrary } from '../harness/signing/sign-digest';
import { until } from '../harness/until';
import { ConsolePage } from './console-pages';
import { FreshStart } from './fresh-start';
import { PageProxy } from './page-proxy';

const MARKET = '/console/mainnet/market/btcusdt';
const A_WHILE_MS = 20_000;
const MOST_HEAP_GROWTH_BYTES = 5_000_000;

describe('the console with the stream of events', () => {
  let fresh: FreshStart;
  let proxy: PageProxy;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000' });
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    proxy = await PageProxy.start(fresh.url);
    shown = await ConsolePage.open(fresh.browser, proxy.url);
  });
  afterEach(async () => {
    await shown.page.close();
    await proxy.stop();
    expect(proxy.mostOpen).toBeLessThanOrEqual(1);
  });

  /** The mark of a panel, by its heading. */
  const shows = (title: string, mark: string) =>
    shown.page.waitForFunction(
      `[...document.querySelectorAll('.panel > header')].some(({ innerText }) =>
        innerText.startsWith(${JSON.stringify(title)}) && innerText.trim().endsWith(${JSON.stringify(mark)}))`,
      { timeout: 60_000 },
    );
  const setHidden = (isHidden: boolean) =>
    shown.page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  const callsOf = (tool: string) => proxy.calls.filter((path) => path.endsWith(`/${tool}`)).length;

  const call = (tool: string, input: Record<string, unknown>) => overRest(fresh.url)(tool, input);

  /** Composes and signs a call of a tool by a development account. */
  async function signed(tool: string, input: Record<string, unknown>) {
    const { body } = await call(tool, input);
    const { signing_digest, packed_trx, transaction_id } = body['transaction'] as Record<string, string>;
    const key = await developmentKey(fresh.urlAt(2), String(input['account'] ?? input['from']));
    const signatures = [signWithLibrary(key, signing_digest!)];
    return { id: transaction_id!, signed_tx: { signatures, packed_trx: packed_trx! } };
  }

  async function push({ signed_tx }: Pick<Awaited<ReturnType<typeof signed>>, 'signed_tx'>): Promise<void> {
    expect(await call('push_transaction', { signed_tx })).toMatchObject({ ok: true });
  }

  it('an order appears in the book without a poll, and the page passes axe', async () => {
    await shown.goto(MARKET, 'Spread');
    await shows('Order book', 'live');
    const before = callsOf('get_orderbook');
    const place = { account: 'alice', pair: 'btcusdt', side: 'sell', amount: '0.00012345' };
    const { body } = await call('get_orderbook', { pair: 'btcusdt', depth: 1 });
    const price = (Number(body['best_ask']) * 1.0001).toFixed(2);
    await push(await signed('place_order', { ...place, price }));
    await shown.page.waitForFunction(
      `document.querySelector('[aria-label^="Asks"]').textContent.includes('12345')`,
    );
    await setTimeout(A_WHILE_MS);
    expect(callsOf('get_orderbook')).toBe(before);
    expect(await shown.faults()).toEqual([]);
    expect(shown.failures).toEqual([]);
  });

  it('a stream that breaks, and one that is refused, is replaced by polls until it is open again', async () => {
    await shown.goto(MARKET, 'Spread');
    await shows('Order book', 'live');
    for (const status of [503, 429, 404]) {
      proxy.refusedWith = status;
      proxy.breakStreams();
      await shows('Order book', 'polling');
      const before = callsOf('get_orderbook');
      await until(() => callsOf('get_orderbook') > before + 1);
      proxy.refusedWith = undefined;
      await shows('Order book', 'live');
    }
    expect(proxy.asked.at(-1)).toContain('last_event_id=');
  });

  it('a hidden page holds no stream, and opens it again at the place of before once it is shown', async () => {
    await shown.goto('/console/mainnet', 'Best bid');
    await shows('Oracle price', 'live');
    await shows('Market BTC/USDT', 'live');
    await setHidden(true);
    await until(() => proxy.open === 0);
    const { length } = proxy.asked;
    const calls = proxy.calls.length;
    await setTimeout(A_WHILE_MS);
    expect([proxy.asked.length, proxy.calls.length]).toEqual([length, calls]);
    await setHidden(false);
    await shows('Oracle price', 'live');
    expect(proxy.asked).toHaveLength(length + 1);
    expect(proxy.asked.at(-1)).toContain('last_event_id=');
  });

  it('another view closes the stream of the one before, and a view without topics has none', async () => {
    await shown.goto(MARKET, 'Spread');
    await shows('Order book', 'live');
    await shown.page.click('nav[aria-label="Views"] a:first-child');
    await shows('Oracle price', 'live');
    expect(proxy.asked.at(-1)).toContain('price');
    await shown.page.click('nav[aria-label="Views"] a[href$="/tools"]');
    await shown.shows('push_transaction');
    await until(() => proxy.open === 0);
  });

  it('a transaction is followed by the stream until it is irreversible, and no longer', async () => {
    const transfer = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001', memo: 'live' };
    const made = await signed('transfer', transfer);
    await shown.goto(`/console/mainnet/transaction/${made.id}`, 'No such transaction');
    await shows('Transaction', 'live');
    await push(made);
    await shown.shows('executed, irreversible');
    await until(() => proxy.open === 0);
    expect(proxy.asked).toHaveLength(1);
  });

  it('own fills and deposits of an account are followed, and read when they come', async () => {
    await shown.goto('/console/mainnet/account/alice', 'Open orders');
    await shows('Open orders', 'fills live');
    await shows('Bitcoin payments on their way', 'deposits live');
    const { body } = await call('get_deposit_address', { account: 'alice' });
    const pay = (control: string, content: object) =>
      fetch(`${fresh.urlAt(2)}/devchain/${control}`, { method: 'POST', body: JSON.stringify(content) });
    const before = callsOf('get_money_in_flight');
    await pay('send-bitcoin', { address: body['btc_address'], amount: '0.01' });
    await pay('mine-bitcoin', { count: 1 });
    await shown.shows('from Bitcoin');
    // The history may say so first. A live panel does not poll.
    await until(() => callsOf('get_money_in_flight') > before);
  });

  it('the heap of a page is flat over a minute of a live book', async () => {
    await shown.goto(MARKET, 'Spread');
    await shows('Order book', 'live');
    const session = await shown.page.createCDPSession();
    const heapBytes = async () => {
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    };
    const book = () => shown.page.$eval('[aria-label^="Asks"]', ({ textContent }) => textContent);
    await setTimeout(A_WHILE_MS);
    const [before, shownBefore] = [await heapBytes(), await book()];
    await setTimeout(60_000);
    expect((await heapBytes()) - before).toBeLessThanOrEqual(MOST_HEAP_GROWTH_BYTES);
    expect(await book()).not.toBe(shownBefore);
  });

  it('an account that does not exist does not keep the rest of the page from the stream', async () => {
    await shown.goto(`${MARKET}/nobody1`, 'Spread');
    await shows('Order book', 'live');
    expect(proxy.asked.at(-1)).not.toContain('nobody1');
  });

  it('a page with a stream that is left open spends at most 40 requests a minute', async () => {
    await shown.goto(MARKET, 'Spread');
    await shows('Order book', 'live');
    const before = proxy.calls.length + proxy.asked.length;
    await setTimeout(30_000);
    expect(proxy.calls.length + proxy.asked.length - before).toBeLessThanOrEqual(20);
  });
});
