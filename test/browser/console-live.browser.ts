import { overRest } from '../harness/gateway/gateway-client';
import { developmentKey, signWithLibrary } from '../harness/signing/sign-digest';
import { until } from '../harness/until';
import type { ConsolePage } from './console-pages';
import { FreshStart } from './fresh-start';
import { LeftOpenPage } from './left-open-page';
import type { PageProxy } from './page-proxy';

const MARKET = '/console/mainnet/market/btcusdt';

describe('the console with the stream of events', () => {
  let fresh: FreshStart;
  let live: LeftOpenPage;
  let proxy: PageProxy;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000' });
  });
  afterAll(() => fresh.end());
  beforeEach(async () => {
    live = await LeftOpenPage.open(fresh.browser, fresh.url);
    ({ proxy, shown } = live);
  });
  afterEach(async () => {
    await live.close();
    expect(proxy.mostOpen).toBeLessThanOrEqual(1);
  });

  const shows = (title: string, mark: string) => live.marks(title, mark);
  const callsOf = (tool: string) => live.callsOf(tool);

  const call = (tool: string, input: Record<string, unknown>) => overRest(fresh.url)(tool, input);

  const control = async (name: string, content: object): Promise<void> => {
    const answer = await fetch(`${fresh.urlAt(2)}/devchain/${name}`, {
      method: 'POST',
      body: JSON.stringify(content),
    });
    expect(answer.ok).toBe(true);
  };

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
    // The order is the only change of the book, and no trader takes it.
    await control('pause-simulation', {});
    await shown.goto(MARKET, 'Spread');
    await shows('Order book', 'live');
    proxy.holds = /\/get_orderbook$/;
    const place = { account: 'alice', pair: 'btcusdt', side: 'sell', amount: '0.00012345' };
    const { body } = await call('get_orderbook', { pair: 'btcusdt', depth: 1 });
    const price = (Number(body['best_ask']) * 1.0001).toFixed(2);
    await push(await signed('place_order', { ...place, price }));
    await shown.page.waitForFunction(
      `document.querySelector('[aria-label^="Asks"]').textContent.includes('12345')`,
    );
    expect(await shown.faults()).toEqual([]);
    expect(shown.failures).toEqual([]);
    await control('resume-simulation', {});
  });

  it('a stream that breaks, and one that is refused, is replaced by polls until it is open again', async () => {
    // Pages of their own: each stream that a page loses makes it wait longer before it opens the next one.
    const pages = await Promise.all([503, 429, 404].map((status) => losesStream(status)));
    for (const page of pages) {
      expect(page.proxy.asked.at(-1)).toContain('last_event_id=');
      expect(page.proxy.mostOpen).toBeLessThanOrEqual(1);
    }
  });

  /** A page whose stream breaks and is refused with a status for a while. */
  async function losesStream(status: number): Promise<LeftOpenPage> {
    const page = await LeftOpenPage.open(fresh.browser, fresh.url);
    await page.shown.goto(MARKET, 'Spread');
    await page.marks('Order book', 'live');
    page.proxy.refusedWith = status;
    page.proxy.breakStreams();
    await page.marks('Order book', 'polling');
    const before = page.callsOf('get_orderbook');
    await until(() => page.callsOf('get_orderbook') > before + 1);
    page.proxy.refusedWith = undefined;
    await page.marks('Order book', 'live');
    await page.close();
    return page;
  }

  it('another view closes the stream of the one before, and a view without topics has none', async () => {
    await shown.goto(MARKET, 'Spread');
    await shows('Order book', 'live');
    await shown.clickOn('nav[aria-label="Views"] a:first-child');
    await shows('Oracle price', 'live');
    expect(proxy.asked.at(-1)).toContain('price');
    await shown.clickOn('nav[aria-label="Views"] a[href$="/tools"]');
    await shown.shows('push_transaction');
    await until(() => proxy.open === 0);
  });

  it('a transaction is followed by the stream until it is irreversible, and no longer', async () => {
    const transfer = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001', memo: 'live' };
    const made = await signed('transfer', transfer);
    await shown.goto(`/console/mainnet/transaction/${made.id}`, 'not found');
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
    const before = callsOf('get_money_in_flight');
    await control('send-bitcoin', { address: body['btc_address'], amount: '0.01' });
    await control('mine-bitcoin', { count: 1 });
    await shown.shows('from Bitcoin');
    // The history may say so first. A live panel does not poll.
    await until(() => callsOf('get_money_in_flight') > before);
  });

  it('an account that does not exist does not keep the rest of the page from the stream', async () => {
    await shown.goto(`${MARKET}/nobody1`, 'Spread');
    await shows('Order book', 'live');
    expect(proxy.asked.at(-1)).not.toContain('nobody1');
  });
});
