import type { Answer } from '../../harness/gateway/gateway-client';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { TestGateway, units } from '../../harness/gateway/test-gateway';

const THREE_DAYS = 72 * 3600;
const COLLATERAL = { alice: '0.25', bob: '0.5' } as const;
/** The collateral of alice is worth 6250 USDT then, less than what she owes, and that of bob 12500. */
const LOW_PRICE = '25000';

interface Ended extends Answer {
  readonly id: number;
  readonly account: string;
  readonly status: string;
  readonly liquidation: Readonly<
    Record<'debt_usdt' | 'sold_cbtc' | 'price' | 'proceeds_usdt' | 'loss_usdt', string>
  > | null;
}

describe('get_loans of liquidated loans', () => {
  let gateway: TestGateway;
  let poolBefore: Answer;

  const history = async (input: Answer = {}) => {
    const answer = await gateway.read('get_loans', { include_completed: true, ...input });
    return { ended: answer['history'] as Ended[], cursor: answer['next_cursor'] };
  };
  const pool = async (): Promise<Answer> => {
    expireReadCache();
    const pools = (await gateway.read('get_pool_stats', {}))['pools'] as Answer[];
    return pools.find(({ pool_id }) => pool_id === 6)!;
  };
  const ofAccount = async (account: string) => (await history({ account })).ended[0]!;

  beforeAll(async () => {
    gateway = await TestGateway.start();
    await gateway.admin('price', { price: '80000' });
    for (const [account, amount] of Object.entries(COLLATERAL)) {
      await gateway.execute('setup_vault', { account });
      await gateway.admin('mine-bitcoin');
      const { btc_address } = await gateway.read('get_vault', { account });
      await gateway.payBitcoin(btc_address, amount);
      await gateway.execute('borrow', { account, amount_usdt: '10000', max_apr_bps: 2000 });
    }
    // Each deposit makes the contract review the loans: at risk, liquidating, sold.
    await gateway.admin('price', { price: LOW_PRICE });
    await gateway.execute('lend', { account: 'carol', amount_usdt: '1' });
    await gateway.advanceTime(THREE_DAYS, LOW_PRICE);
    await gateway.execute('lend', { account: 'carol', amount_usdt: '2' });
    poolBefore = await pool();
    await gateway.execute('lend', { account: 'carol', amount_usdt: '3' });
    // A loan that ends in another way, behind the liquidated ones.
    await gateway.execute('borrow', { account: 'bob', amount_usdt: '100', max_apr_bps: 2000 });
    await gateway.execute('repay', { account: 'bob', amount_usdt: '200' });
  });
  afterAll(() => gateway.close());

  test('a loan with enough collateral sold as much of it as covers the debt, at the oracle price', async () => {
    const [, sold] = (await history({ account: 'bob' })).ended;
    const { debt_usdt, sold_cbtc, ...rest } = sold!.liquidation!;
    expect(sold!.status).toBe('liquidated');
    expect(rest).toEqual({ price: '25000.00000000', proceeds_usdt: debt_usdt, loss_usdt: '0.00000000' });
    expect(units(debt_usdt)).toBeGreaterThan(units('10000.00000000'));
    expect(units(sold_cbtc)).toBe((units(debt_usdt) + 24_999n) / 25_000n);
    // The rest stays with the borrower.
    expect(units(sold_cbtc) + (await gateway.balance('bob', 'CBTC'))).toBe(units('0.50000000'));
  });

  test('a loan with too little collateral sold all of it, and the rest of the debt is the loss of the pool', async () => {
    const { status, liquidation } = await ofAccount('alice');
    expect(status).toBe('liquidated');
    expect(liquidation).toMatchObject({
      ...{ sold_cbtc: '0.25000000', price: '25000.00000000', proceeds_usdt: '6250.00000000' },
    });
    const { debt_usdt, proceeds_usdt, loss_usdt } = liquidation!;
    // A debt is rounded up, so the loss may be a unit less than what is missing.
    const missing = units(debt_usdt) - units(proceeds_usdt) - units(loss_usdt);
    expect([0n, 1n]).toContain(missing);
    expect(await gateway.balance('alice', 'CBTC')).toBe(0n);
  });

  test('the proceeds are what the sales brought the pool', async () => {
    const sales = (await history()).ended.flatMap(({ liquidation }) => liquidation ?? []);
    expect(sales).toHaveLength(2);
    const proceeds = sales.reduce((sum, { proceeds_usdt }) => sum + units(proceeds_usdt), 0n);
    const after = await pool();
    const gained = units(after['available']) - units(poolBefore['available']);
    const deposited = units('3.00000000');
    const interest = gained - deposited - proceeds;
    // The loan of 100 USDT that was repaid since earned at most a few units.
    expect(interest >= 0n && interest < 1_000_000n).toBe(true);
  });

  test('each liquidated loan has its own sale, on one page and on pages of one', async () => {
    const whole = (await history()).ended;
    expect(whole.map(({ account, status }) => [account, status])).toEqual([
      ...[
        ['bob', 'repaid'],
        ['bob', 'liquidated'],
        ['alice', 'liquidated'],
      ],
    ]);
    expect(whole.map(({ liquidation }) => liquidation?.sold_cbtc)).toEqual([
      undefined,
      (await history({ account: 'bob' })).ended[1]!.liquidation!.sold_cbtc,
      '0.25000000',
    ]);
    const paged: Ended[] = [];
    for (let cursor: unknown = undefined; cursor !== null;) {
      const page = await history({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.ended);
      cursor = page.cursor;
    }
    expect(paged).toEqual(whole);
  });
});
