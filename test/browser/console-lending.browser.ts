import { overRest } from '../harness/gateway/gateway-client';
import { ConsolePage } from './console-pages';
import { FreshStart } from './fresh-start';

interface Pool {
  readonly pool_id: number;
  readonly available: string;
  readonly utilization_bps: number;
  readonly borrow_apr_bps: number;
}

interface Loan {
  readonly id: number;
  readonly account: string;
  readonly ltv_bps: number;
  readonly payoff_usdt: string;
  readonly collateral_cbtc: string;
}

const percent = (bps: number) => `${(bps / 100).toFixed(2)} %`;

describe('lending in the console', () => {
  let fresh: FreshStart;
  let shown: ConsolePage;
  beforeAll(async () => {
    fresh = await FreshStart.begin({ RATE_LIMIT_READ: '10000' });
    // Prices, pools and loans stand still.
    await fetch(`${fresh.urlAt(2)}/devchain/pause-simulation`, { method: 'POST', body: '{}' });
    shown = await ConsolePage.open(fresh.browser, fresh.url);
  });
  afterAll(() => fresh.end());
  beforeEach(() => shown.goto('/console/mainnet/lending', 'Loss of the pools'));
  afterEach(() => {
    expect(shown.failures).toEqual([]);
  });

  const call = async <T>(tool: string): Promise<T> =>
    (await overRest(fresh.url)(tool, {})).body as unknown as T;
  /** The text of a panel, by its heading, without line breaks. */
  const panel = async (title: string): Promise<string> => {
    const texts = await shown.page.$$eval('.panel', (panels) =>
      panels.map((each) => [each.querySelector('h2')?.textContent, each.textContent] as const),
    );
    return texts.find(([heading]) => heading === title)![1];
  };

  it('the curve has a ring at the point of the pool after the loan of the calculator', async () => {
    const loan = { account: 'frank', amount_usdt: '1000', max_apr_bps: 2_000 };
    const { body } = await overRest(fresh.url)('borrow', loan);
    const [, pool, after] = /from pool (\d+) .*the rate after the loan is ([\d.]+ %)/.exec(
      (body['summary'] as string[]).join(' '),
    )!;
    const { pools } = await call<{ pools: Pool[] }>('get_pool_stats');
    const { utilization_bps, borrow_apr_bps } = pools.find(({ pool_id }) => String(pool_id) === pool)!;
    await shown.fill('#pool', pool!);
    await shown.fill('#loan', loan.amount_usdt);
    await shown.page.waitForSelector('circle.wish');
    expect(await panel('Rate by utilization')).toContain(
      `pool ${pool!} after the loan of the calculator: from ${percent(utilization_bps)} used at ${percent(borrow_apr_bps)} to `,
    );
    expect(await panel('Rate by utilization')).toContain(` at ${after!}.`);
    const [before, ring] = await shown.page.$$eval('line.wish, circle.wish', ([line, circle]) => [
      Number(line!.getAttribute('x1')),
      Number(circle!.getAttribute('cx')),
    ]);
    expect(ring!).toBeGreaterThan(before!);
  });

  it('the calculator says whether a loan is lent at once, queued or refused', async () => {
    const { pools } = await call<{ pools: Pool[] }>('get_pool_stats');
    const [pool] = pools;
    await shown.fill('#pool', String(pool!.pool_id));
    const says = async (loan: string, collateral: string, text: string) => {
      await shown.fill('#loan', loan);
      await shown.fill('#collateral', collateral);
      await shown.shows(text);
    };
    await says('1000', '1', 'The pool can lend it at once, unless redemptions wait');
    await says('1', '1', 'A new loan is at least the value of 0.001 BTC: ');
    const more = (BigInt(pool!.available.replace(/\..*$/, '')) + 1n).toString();
    await says(more, '1000000', 'The pool has less available: the request is queued.');
    await says('1000000', '0.1', 'A new loan must stay below an LTV of');
    await says('1', '0.123456789', 'Amounts have at most 8 decimals.');
  });

  it('loans are sorted by LTV, the riskiest first', async () => {
    const { active } = await call<{ active: Loan[] }>('get_loans');
    const ids = await shown.page.$$eval('[aria-label="Loans"] tbody td:first-child', (cells) =>
      cells.map((cell) => Number(cell.textContent)),
    );
    expect(ids.length).toBe(active.length);
    const ltvs = ids.map((id) => active.find((loan) => loan.id === id)!.ltv_bps);
    expect(ltvs).toEqual([...ltvs].sort((one, other) => other - one));
  });

  it('another price liquidates the loans whose LTV it raises to the limit, and the page has what pools lose', async () => {
    const { active } = await call<{ active: Loan[] }>('get_loans');
    const { price } = await call<{ price: string }>('get_btc_price');
    await shown.page.focus('#change');
    await shown.page.keyboard.press('Home');
    await shown.shows('BTC price changes by -90 %');
    const text = await panel('What if the price changes');
    const then = Number(price) / 10;
    const liquidated = active.filter(
      (loan) => Number(loan.payoff_usdt) >= 0.8 * Number(loan.collateral_cbtc) * then,
    );
    expect(liquidated.length).toBeGreaterThan(0);
    expect(text).toContain(`${String(liquidated.length)} of ${String(active.length)} loans`);
    for (const { account } of liquidated) expect(text).toContain(account);
    const loss = liquidated.reduce(
      (sum, loan) => sum + Math.max(0, Number(loan.payoff_usdt) - Number(loan.collateral_cbtc) * then),
      0,
    );
    const [, lost] = /Loss of the pools([\d.]+) USDT/.exec(text)!;
    // The page asked at another time: interest of seconds is far below a part of 10,000.
    expect(Math.abs(loss - Number(lost))).toBeLessThan(loss / 10_000);
    await shown.page.keyboard.press('End');
    await shown.shows('BTC price changes by 100 %');
    expect(await shown.faults()).toEqual([]);
  });
});
