import fc from 'fast-check';
import { debtOf } from '../../../apps/devchain/src/contracts/loan/pool/debt';
import { accrue, aprBpsOf, type Pool } from '../../../apps/devchain/src/contracts/loan/pool/pool';
import { DEFAULT_CURVE } from '../../../apps/devchain/src/contracts/loan/pool/rate-curve';
import { debtOf as debtAnswered, poolAt } from '../../../apps/gateway/src/lookups/pools/pool';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import type { Answer } from '../../harness/gateway/gateway-client';
import { SURFACES } from '../../harness/gateway/surfaces';
import { TestGateway, units } from '../../harness/gateway/test-gateway';

const PRICE = '80000';
const START_SEC = 1_700_000_000;
/** Interest of 10000 USDT at 1.21 % comes to a whole unit every 26 ms: no second of it is nothing. */
const LENT = '10000';
const MONTH = 30 * 24 * 3600;

const amount = fc.bigInt({ min: 0n, max: 10n ** 17n });
const pools = fc
  .record({ available: amount, outstanding: amount, perUnit: fc.bigInt({ min: 1n, max: 2_000_000n }) })
  .chain(({ available, outstanding, perUnit }) => {
    const debtShares = outstanding * perUnit;
    const pool = fc.bigInt({ min: 0n, max: 10_000n * 31_536_000n - 1n }).map((interestRemainder): Pool => ({
      ...{ poolId: 6, available, outstanding, debtShares, interestRemainder, updatedAtSec: START_SEC },
      ...{ deposit: 0n, interestAccrued: 0n, redemptionProceeds: 0n, loss: 0n, shares: 0n },
    }));
    return fc.tuple(pool, fc.bigInt({ min: 0n, max: debtShares }));
  });

describe('the payoff amount of a loan', () => {
  it('the payoff amount of a loan equals that of the contract at that second, to the last unit', () => {
    fc.assert(
      fc.property(pools, fc.integer({ min: 0, max: 2 ** 31 }), ([pool, debtShares], seconds) => {
        const { poolId, available, debtShares: all, interestRemainder: remainder } = pool;
        const touched = {
          ...{ poolId, available, shares: undefined, outstandingWhenTouched: pool.outstanding },
          interest: {
            ...{ aprBps: BigInt(aprBpsOf(pool, DEFAULT_CURVE)), debtShares: all, remainder },
            updatedAtMs: pool.updatedAtSec * 1000,
          },
        };
        const nowSec = START_SEC + seconds;
        const owed = debtOf(accrue(pool, DEFAULT_CURVE, nowSec), debtShares);
        expect(debtAnswered(poolAt(touched, nowSec * 1000 + 999), debtShares)).toBe(owed);
      }),
      { numRuns: 500 },
    );
  });
});

describe.each(SURFACES)('paying a loan off over %s', (_surface, over) => {
  let gateway: TestGateway;
  let stoppedAtMs: number | undefined;
  beforeAll(async () => {
    gateway = await TestGateway.start({ now: () => stoppedAtMs ?? Date.now() });
    gateway.call = over(gateway.url);
    await gateway.admin('price', { price: PRICE });
    for (const account of ['alice', 'bob']) {
      await gateway.execute('setup_vault', { account });
      await gateway.admin('mine-bitcoin');
      const { btc_address } = await gateway.read('get_vault', { account });
      await gateway.payBitcoin(btc_address, '0.5');
      await gateway.execute('borrow', { account, amount_usdt: LENT, max_apr_bps: 2000 });
    }
  });
  afterAll(() => gateway.close());
  afterEach(async () => {
    stoppedAtMs = undefined;
    await gateway.admin('resume-blocks');
  });

  /** Interest runs for a month, then time stands still at a whole second: the next block is of the same one. */
  async function standStill(): Promise<void> {
    await gateway.advanceTime(MONTH, PRICE);
    await gateway.admin('pause-blocks');
    stoppedAtMs = Date.now();
    for (let isWhole = false; !isWhole;) {
      const { head_block_time } = await gateway.admin('produce-blocks');
      isWhole = String(head_block_time).endsWith('.000Z');
    }
  }
  const loanOf = async (account: string) => {
    expireReadCache();
    const answer = await gateway.read('get_loans', { account, include_completed: true });
    const { active, history } = answer as { active: Answer[]; history: Answer[] };
    return { headTime: answer['head_block_time'], loan: active[0], ended: history[0] };
  };
  const usdt = (value: bigint) => `${value / 100_000_000n}.${String(value % 100_000_000n).padStart(8, '0')}`;

  it('a repayment takes exactly the payoff amount in a block of that second', async () => {
    await standStill();
    const { loan, headTime } = await loanOf('alice');
    expect(headTime).toBe((await gateway.read('get_chain_info'))['head_block_time']);
    const payoff = units(loan!['payoff_usdt']);
    expect(payoff > units(loan!['outstanding_usdt'])).toBe(true);
    const before = await gateway.balance('alice', 'USDT');
    await gateway.execute('repay', { account: 'alice', amount_usdt: loan!['payoff_usdt'] });
    const { loan: left, ended } = await loanOf('alice');
    expect(left).toBeUndefined();
    expect(ended).toMatchObject({ status: 'repaid', outstanding_usdt: '0.00000000' });
    // Not a unit came back.
    expect(before - (await gateway.balance('alice', 'USDT'))).toBe(payoff);
  });

  it('a repayment leaves a unit of debt when a unit is missing', async () => {
    await standStill();
    const { loan } = await loanOf('bob');
    const payoff = units(loan!['payoff_usdt']);
    await gateway.execute('repay', { account: 'bob', amount_usdt: usdt(payoff - 1n) });
    const { loan: left } = await loanOf('bob');
    expect(left).toMatchObject({ outstanding_usdt: '0.00000001', payoff_usdt: '0.00000001' });
  });
});
