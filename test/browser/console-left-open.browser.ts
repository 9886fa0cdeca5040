import { setTimeout } from 'node:timers/promises';
import { until } from '../harness/until';
import { FreshStart } from './fresh-start';
import { LeftOpenPage } from './left-open-page';

/** Address behind the network, and a panel that the stream of events feeds where the view has one. */
const VIEWS: readonly (readonly [path: string, livePanel?: string])[] = [
  ['', 'Oracle price'],
  ['account/dave'],
  ['market/btcusdt', 'Order book'],
  ['market/btcusdt/dave'],
  ['lending'],
  ['development'],
  ['block/{head}'],
];
const BOOK = '/console/mainnet/market/btcusdt';
const MOST_REQUESTS = 40;
/** A stream that begins anew reads the book once. Polls would be 15. */
const MOST_READS_OF_A_LIVE_BOOK = 1;
const MOST_HEAP_GROWTH_BYTES = 5_000_000;
const SETTLE_MS = 20_000;
const MINUTE_MS = 60_000;

/** All pages are left open in the same minute. */
describe('pages of the console that are left open', () => {
  let fresh: FreshStart;
  const opened: LeftOpenPage[] = [];
  const views: LeftOpenPage[] = [];
  let hidden: LeftOpenPage;
  let book: LeftOpenPage;
  /** Requests of each view in the minute. */
  let requests: readonly number[];
  let hiddenRequests: number;
  let bookPolls: number;
  let heapGrowth: number;
  let books: readonly [before: string, after: string];

  async function openPage(path: string): Promise<LeftOpenPage> {
    const page = await LeftOpenPage.open(fresh.browser, fresh.url);
    opened.push(page);
    await page.shown.goto(path, 'Development chain on this machine');
    return page;
  }

  async function openView(path: string, livePanel: string | undefined): Promise<LeftOpenPage> {
    const page = await openPage(`/console/mainnet/${path}`);
    if (livePanel !== undefined) await page.marks(livePanel, 'live');
    return page;
  }

  const asksOf = () => book.shown.page.$eval('[aria-label^="Asks"]', ({ textContent }) => textContent);

  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000', RATE_LIMIT_MIRROR: '10000' });
    const info = await fetch(`${fresh.url}/mainnet/v1/chain/get_info`);
    const { head_block_num: head } = (await info.json()) as { head_block_num: number };
    for (const [path, livePanel] of VIEWS)
      views.push(await openView(path.replace('{head}', String(head)), livePanel));
    hidden = await openPage('/console/mainnet');
    await hidden.marks('Oracle price', 'live');
    await hidden.marks('Market BTC/USDT', 'live');
    await hidden.setHidden(true);
    await until(() => hidden.proxy.open === 0);
    book = await openPage(BOOK);
    await book.marks('Order book', 'live');
    await setTimeout(SETTLE_MS);

    const [heapBefore, asksBefore] = [await book.heapBytes(), await asksOf()];
    const polled = book.callsOf('get_orderbook');
    const before = [...views, hidden].map((page) => page.requests);
    await setTimeout(MINUTE_MS);
    const counts = [...views, hidden].map((page, index) => page.requests - before[index]!);
    [requests, hiddenRequests] = [counts.slice(0, -1), counts.at(-1)!];
    bookPolls = book.callsOf('get_orderbook') - polled;
    heapGrowth = (await book.heapBytes()) - heapBefore;
    books = [asksBefore, await asksOf()];
    // Each continues, at its own pace on a busy machine. A block is asked for until it is irreversible.
    for (const [index, [path]] of VIEWS.entries())
      if (!path.startsWith('block')) await until(() => views[index]!.requests > before[index]! + 2);
  });
  afterAll(async () => {
    for (const page of opened) await page.close();
    await fresh.end();
  });

  it.each(VIEWS.map(([path], index) => [path, index] as const))(
    'a page of the view /%s that is left open for a minute sends at most 40 requests',
    (_path, index) => {
      expect(requests[index]).toBeLessThanOrEqual(MOST_REQUESTS);
    },
  );

  it('a book that the stream feeds is not polled', () => {
    expect(bookPolls).toBeLessThanOrEqual(MOST_READS_OF_A_LIVE_BOOK);
  });

  it('the heap of a page is flat over a minute of a live book', () => {
    expect(heapGrowth).toBeLessThanOrEqual(MOST_HEAP_GROWTH_BYTES);
    expect(books[1]).not.toBe(books[0]);
  });

  it('a hidden page sends no request and holds no stream, and opens it again at the place of before once it is shown', async () => {
    expect(hiddenRequests).toBe(0);
    const { length } = hidden.proxy.asked;
    await hidden.setHidden(false);
    await hidden.marks('Oracle price', 'live');
    expect(hidden.proxy.asked).toHaveLength(length + 1);
    expect(hidden.proxy.asked.at(-1)).toContain('last_event_id=');
  });

  it('each page that is left open has one stream at most, and no fault', () => {
    for (const { shown, proxy } of opened) expect([proxy.mostOpen <= 1, shown.failures]).toEqual([true, []]);
  });
});
