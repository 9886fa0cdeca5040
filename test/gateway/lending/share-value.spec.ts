import fc from 'fast-check';
import { ReferencePool } from '../../../apps/devchain/src/contracts/loan/testing/reference-pool';
import type { Answer } from '../../harness/gateway/gateway-client';
import { TestGateway } from '../../harness/gateway/test-gateway';
import { allOr, longOr } from '../../harness/long';
import { transfer } from '../../harness/node/test-chain';

const PRICE = '80000';
const USDT = 10n ** 8n;
const INTEREST_DIVISOR = 10_000n * 31_536_000n;
const POOLS = ['TP', 'TPA', 'TPB', 'TPC', 'TPD', 'TPE'];
const BORROWERS = ['alice', 'bob'] as const;

const text = (value: bigint) => `${value / USDT}.${String(value % USDT).padStart(8, '0')}`;
const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;

const between = (min: bigint, max: bigint) => fc.bigInt({ min: min * USDT, max: max * USDT });
/** Of all waits of a long run the chain stays before 2068, where its time ends. */
const plan = fc.record({
  pool: fc.nat({ max: POOLS.length - 1 }),
  lent: fc.tuple(between(1n, 5_000n), between(10_000n, 50_000n)),
  borrowed: fc.tuple(between(100n, 4_000n), between(100n, 4_000n)),
  waited: fc.array(fc.integer({ min: 1, max: 100 * 86_400 }), { minLength: 4, maxLength: 4 }),
  /** Whether the block of the redemption is of the second of the head that was answered by. */
  isSameSecond: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

/** A pool of the development chain and one of the reference model, with the same actions at the same times. */
class ComparedPool {
  readonly reference: ReferencePool;
  #headSecond = 0;

  constructor(
    private readonly gateway: TestGateway,
    private readonly poolId: number,
    second: number,
  ) {
    this.reference = new ReferencePool({ base: 100n, kinkAt: 8000n, kink: 600n, max: 2000n }, second);
  }

  /** Executes an action in the next block. @returns what the account got of USDT, less what it paid */
  async act(
    account: string,
    action: Parameters<TestGateway['chain']['transact']>[0][number],
  ): Promise<bigint> {
    const before = await this.gateway.balance(account, 'USDT');
    const { status, text: body } = await this.gateway.chain.transact(
      [action],
      [this.gateway.chain.keyOf(account)],
    );
    if (status !== 202) throw new Error(body);
    this.reference.accrueUntil(await this.produce());
    return (await this.gateway.balance(account, 'USDT')) - before;
  }

  pay(account: string, operation: 'lend' | 'redeem' | 'repay', amount: bigint): Promise<bigint> {
    const [token, symbol] =
      operation === 'redeem' ? ['pool.token', POOLS[this.poolId] ?? ''] : ['usdt.token', 'USDT'];
    const memo = operation === 'repay' ? operation : `${operation}:${this.poolId}`;
    return this.act(account, transfer(account, 'loan', `${text(amount)} ${symbol}`, { token, memo }));
  }

  async lend(account: string, amount: bigint): Promise<void> {
    await this.pay(account, 'lend', amount);
    this.reference.lend(account, amount);
  }

  async borrow(account: string, amount: bigint): Promise<void> {
    await this.gateway.admin('price', { price: PRICE });
    await this.act(account, {
      ...{ account: 'loan', name: 'borrowvar', authorization: [{ actor: account, permission: 'active' }] },
      data: { account, amount: `${text(amount)} USDT`, pool_id: this.poolId, max_apr_bps: 2000 },
    });
    this.reference.borrow(account, amount);
  }

  /** @returns the second of the new head */
  async produce(): Promise<number> {
    const { head_block_time } = await this.gateway.admin('produce-blocks');
    return Math.floor(Date.parse(String(head_block_time)) / 1000);
  }

  /** Time passes until a head at the beginning of a second, or in the middle of it. */
  async wait(seconds: number, end = '.000Z'): Promise<void> {
    await this.gateway.advanceTime(seconds);
    for (let isThere = false; !isThere;) {
      const { head_block_time } = await this.gateway.admin('produce-blocks');
      isThere = String(head_block_time).endsWith(end);
      this.#headSecond = Math.floor(Date.parse(String(head_block_time)) / 1000);
    }
  }

  /** A value of the reference model at the head; interest is charged by actions alone. */
  atHead<T>(read: (reference: ReferencePool) => T): T {
    const { interest, interestRemainder, updatedAtSec } = this.reference;
    this.reference.accrueUntil(this.#headSecond);
    const value = read(this.reference);
    Object.assign(this.reference, { interest, interestRemainder, updatedAtSec });
    return value;
  }

  sharesOf = (account: string): bigint => this.reference.lenders.get(account) ?? 0n;

  async read(tool: string, account: string, list: string): Promise<Answer | undefined> {
    const answer = await this.gateway.read(tool, { account });
    return (answer[list] as Answer[]).find(({ pool_id }) => pool_id === this.poolId);
  }

  /** All that the tools say of the pool, of its loans and of a lender is what the reference model says at the head. */
  async expectAgreement(lender: string): Promise<void> {
    const { reference } = this;
    // The rate, and the debt that it is charged on, are those of the last action.
    const [rate, bearing] = [reference.rate(reference.outstanding), reference.outstanding];
    const shares = this.sharesOf(lender);
    expect(await this.read('get_portfolio', lender, 'lent')).toMatchObject({
      value_usdt: text(this.atHead((pool) => pool.valueOf(shares))),
      interest_per_day_usdt: text((bearing * rate * shares) / 3_650_000n / reference.shares),
    });
    const { pools } = await this.gateway.read('get_pool_stats');
    const answered = (pools as Answer[]).find(({ pool_id }) => pool_id === this.poolId);
    expect(answered).toMatchObject(
      this.atHead(({ available, outstanding, assets, shares: all }) => ({
        ...{ available: text(available), outstanding: text(outstanding) },
        utilization_bps: Number((outstanding * 10_000n) / assets),
        share_price: text((assets * USDT) / all),
        ...{ borrow_apr_bps: Number(rate), supply_apr_bps: Number((rate * bearing) / assets) },
      })),
    );
    for (const account of BORROWERS) {
      const debt = text(this.atHead((pool) => pool.debtOf(account)));
      const loan = await this.read('get_loans', account, 'active');
      expect(loan).toMatchObject({ payoff_usdt: debt, current_apr_bps: Number(rate) });
      const owed = await this.read('get_portfolio', account, 'loans');
      expect(owed).toMatchObject({ debt_usdt: debt, apr_bps: Number(rate) });
    }
  }
}

describe('the value of lent shares on a chain', () => {
  let gateway: TestGateway;
  /** A pool keeps the fraction of a unit of its interest from one plan to the next. */
  let pools: readonly ComparedPool[];
  beforeAll(async () => {
    const startMs = Date.now();
    gateway = await TestGateway.start({ now: () => startMs, blocks: 'manual' });
    await gateway.admin('price', { price: PRICE });
    for (const account of BORROWERS) {
      await gateway.execute('setup_vault', { account });
      await gateway.admin('produce-blocks');
      await gateway.admin('mine-bitcoin');
      await gateway.admin('produce-blocks');
      const { btc_address } = await gateway.read('get_vault', { account });
      await gateway.payBitcoin(btc_address, '2');
      await gateway.admin('produce-blocks');
    }
    pools = POOLS.map((_, poolId) => new ComparedPool(gateway, poolId, Math.floor(startMs / 1000)));
  });
  afterAll(() => gateway.close());

  async function compare({ pool: poolId, lent, borrowed, waited, isSameSecond }: Plan): Promise<void> {
    const pool = pools[poolId]!;
    const { reference } = pool;
    await pool.lend('carol', lent[1]);
    await pool.borrow('alice', borrowed[0]);
    await pool.wait(waited[0] ?? 0);
    await pool.lend('bob', lent[0]);
    await pool.wait(waited[1] ?? 0);
    await pool.borrow('bob', borrowed[1]);
    await pool.wait(waited[2] ?? 0, isSameSecond ? '.000Z' : '.500Z');

    // The next block pays what was answered for all shares of a lender, and at most a second of interest more.
    await pool.expectAgreement('bob');
    const shares = pool.sharesOf('bob');
    const [value, supply] = [pool.atHead((one) => one.valueOf(shares)), reference.shares];
    expect(await pool.read('get_account', 'bob', 'pool_shares')).toMatchObject({ value_usdt: text(value) });
    const perSecond = ceilDivide(
      reference.outstanding * reference.rate(reference.outstanding),
      INTEREST_DIVISOR,
    );
    const paid = await pool.pay('bob', 'redeem', shares);
    expect(reference.redeem('bob', shares)).toEqual({ paid, burned: shares });
    expect(paid - value).toBeGreaterThanOrEqual(0n);
    expect(paid - value).toBeLessThanOrEqual(isSameSecond ? 0n : ceilDivide(shares * perSecond, supply));

    // Shares in the queue are worth what they are paid with, too.
    const all = pool.sharesOf('carol');
    expect(await pool.pay('carol', 'redeem', all)).toBe(reference.redeem('carol', all).paid);
    await pool.wait(waited[3] ?? 0);
    await pool.expectAgreement('carol');
    const queued = text(pool.atHead((one) => one.valueOf(pool.sharesOf('carol'))));
    expect(await pool.read('get_money_in_flight', 'carol', 'redemptions')).toMatchObject({
      value_usdt: queued,
    });
    const before = await gateway.balance('carol', 'USDT');
    let filled = 0n;
    for (const account of BORROWERS) {
      const paidOff = await pool.pay(account, 'repay', pool.atHead((one) => one.debtOf(account)) + USDT);
      expect(paidOff).toBe(-reference.debtOf(account));
      reference.repay(account, reference.debtOf(account));
      filled += reference.redeem('carol', pool.sharesOf('carol')).paid;
    }
    expect((await gateway.balance('carol', 'USDT')) - before).toBe(filled);
    expect(reference.shares).toBe(0n);
  }

  it('the value of lent shares in every answer is what the next block pays for all of them, to the unit', async () => {
    await fc.assert(fc.asyncProperty(plan, compare), {
      numRuns: longOr(30, allOr(4, 2)),
      endOnFailure: true,
    });
  });
});
