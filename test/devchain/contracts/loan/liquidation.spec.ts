import { amountOf, SHARES, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import {
  backstopTable,
  liquidationsTable,
  loansTable,
  redemptionsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { VAULT, withLoan } from './support/loan-of-ann';

const ONE = 10n ** 8n;
const HOUR = 3600;
const TPE = SHARES[5]!;

/** All 600 of pool 5 are lent out and dot waits for 100 of them, when BTC loses nearly all its value and the loan is sold. */
function withWorthlessCollateral(collateral: bigint): LendingChain {
  const chain = new LendingChain(['ann', 'dot']);
  chain.endow('dot', 100_000n * ONE);
  chain.openVault('ann', VAULT);
  chain.payBitcoin('vaults', VAULT, collateral);
  chain.setPrice(1_000n * ONE);
  chain.lend('dot', 600n * ONE, 5);
  chain.borrow('ann', 600n * ONE, { poolId: 5 });
  chain.redeem('dot', 100n * ONE, 5);
  chain.setPrice(1n);
  chain.process();
  chain.wait(72 * HOUR);
  chain.setPrice(1n);
  chain.process();
  chain.process();
  return chain;
}

/** Sets the price, processes the queues and returns the status of the loan. */
function review(chain: LendingChain, price: bigint): number | undefined {
  chain.setPrice(price * ONE);
  chain.process();
  return chain.loanOf('ann')?.status;
}

const timers = (chain: LendingChain) => chain.rows('loan', 'liquidating', liquidationsTable);
const sales = (chain: LendingChain) => chain.rows('loan', 'finished', liquidationsTable);

describe('loans whose collateral loses value', () => {
  it('a loan whose collateral loses value is warned at 70 % and at risk from 80 %, for 72 hours', () => {
    const chain = withLoan();
    expect(review(chain, 900n)).toBe(0);
    expect(review(chain, 858n)).toBe(0);
    expect(review(chain, 857n)).toBe(1);
    expect(review(chain, 751n)).toBe(1);
    expect(timers(chain)).toEqual([]);
    expect(review(chain, 750n)).toBe(2);
    const [timer] = timers(chain);
    expect(timer).toMatchObject({
      loan_id: 1n,
      account: 'ann',
      vault: VAULT,
      finished_at: 0,
      price: '750.00000000',
    });
    expect(timer!.liquidates_at - timer!.started_at).toBe(72 * HOUR * 1000);
    chain.wait(71 * HOUR);
    expect(review(chain, 740n)).toBe(2);
    expect(timers(chain)[0]?.liquidates_at).toBe(timer?.liquidates_at);
  });

  it.each([
    ['the price recovers', (chain: LendingChain) => review(chain, 1_000n)],
    [
      'collateral is added',
      (chain: LendingChain) => {
        chain.payBitcoin('vaults', VAULT, ONE);
        chain.setPrice(700n * ONE);
        chain.process();
      },
    ],
    [
      'a part is repaid',
      (chain: LendingChain) => {
        chain.setPrice(700n * ONE);
        chain.repay('ann', 200n * ONE);
      },
    ],
  ])('a loan returns to in progress, and its timer is deleted, when %s', (_, recover) => {
    const chain = withLoan();
    expect(review(chain, 700n)).toBe(2);
    recover(chain);
    expect(chain.loanOf('ann')?.status).toBe(0);
    expect(timers(chain)).toEqual([]);
  });

  it('a loan whose collateral loses value is liquidated after the 72 hours: as much collateral as covers the debt is sold at the oracle price', () => {
    const chain = withLoan();
    review(chain, 700n);
    chain.wait(72 * HOUR);
    expect(review(chain, 700n)).toBe(3);
    chain.process();
    expect(chain.loanOf('ann')).toBeUndefined();
    expect(timers(chain)).toEqual([]);
    const [sale] = sales(chain);
    expect(sale).toMatchObject({ loan_id: 1n, price: '700.00000000', loss: amountOf(USDT, 0n) });
    expect(sale?.proceeds).toEqual(sale?.debt);
    expect(sale!.collateral.units).toBe((sale!.debt.units * ONE + 700n * ONE - 1n) / (700n * ONE));
    expect(chain.collateral(VAULT)).toBe(ONE - sale!.collateral.units);
    expect(chain.collateral('liquidator')).toBe(sale?.collateral.units);
    expect(chain.rows('loan', 'completed', loansTable)).toMatchObject([{ id: 1n, status: 4 }]);
    const { available, outstanding_amount: outstanding, interest_accrued: interest, loss } = chain.pool(5);
    expect([outstanding.units, loss.units]).toEqual([0n, 0n]);
    expect(available.units).toBe(2_000n * ONE + interest.units);
  });

  it('a liquidation charges the lenders the shortfall of the collateral once', () => {
    const chain = withLoan();
    review(chain, 500n);
    chain.wait(72 * HOUR);
    expect(review(chain, 500n)).toBe(3);
    for (let call = 0; call < 3; call++) chain.process();
    const [sale, ...others] = sales(chain);
    expect(others).toEqual([]);
    expect(sale).toMatchObject({ collateral: { units: ONE }, proceeds: { units: 500n * ONE } });
    expect(sale!.loss.units).toBe(sale!.debt.units - 500n * ONE);
    const {
      available,
      outstanding_amount: outstanding,
      deposit,
      interest_accrued: interest,
      loss,
    } = chain.pool(5);
    expect(loss).toEqual(sale?.loss);
    expect(available.units + outstanding.units).toBe(deposit.units + interest.units - loss.units);
    expect(chain.collateral(VAULT)).toBe(0n);
  });

  it('a near-total loss leaves the pool closed for deposits, and its queued shares are returned', () => {
    const chain = withWorthlessCollateral(ONE);
    // One unit came in for all: a unit of USDT buys 60 billion units of shares.
    expect(chain.pool(5)).toMatchObject({ available: { units: 1n }, shares: { units: 600n * ONE } });
    expect(chain.rows('loan', 'loan', redemptionsTable)).toEqual([]);
    expect(chain.balance('dot', TPE)).toBe(600n * ONE);
    chain.isWatched = true;
    for (const units of [ONE, 50_000n * ONE]) {
      expect(chain.refusalOf(() => chain.lend('dot', units, 5))).toBe(
        'lending: deposit is worth more shares than there can be',
      );
    }
    expect(chain.refusalOf(() => chain.redeem('dot', 599n * ONE, 5))).toBe(
      'lending: shares are worth less than the smallest unit of USDT',
    );
    chain.lend('dot', 1n, 5);
    expect(chain.pool(5).shares.units).toBe(1200n * ONE);
  });

  it('a loan whose collateral loses value may give no proceeds: then the pool accepts no deposits', () => {
    const chain = withWorthlessCollateral((9n * ONE) / 10n);
    const [sale] = sales(chain);
    expect(sale).toMatchObject({ proceeds: { units: 0n }, collateral: { units: (9n * ONE) / 10n } });
    expect(sale?.loss).toEqual(sale?.debt);
    expect(chain.collateral('liquidator')).toBe((9n * ONE) / 10n);
    expect(chain.pool(5)).toMatchObject({ available: { units: 0n }, outstanding_amount: { units: 0n } });
    chain.isWatched = true;
    expect(chain.refusalOf(() => chain.lend('dot', ONE, 5))).toBe('lending: all assets of the pool are lost');
  });

  it('a loan whose collateral loses value can be repaid until it is sold', () => {
    const chain = withLoan();
    review(chain, 700n);
    chain.wait(72 * HOUR);
    expect(review(chain, 700n)).toBe(3);
    chain.repay('ann', 700n * ONE);
    chain.process();
    expect(timers(chain)).toEqual([]);
    expect(sales(chain)).toEqual([]);
    expect(chain.collateral(VAULT)).toBe(ONE);
    expect(chain.rows('loan', 'completed', loansTable)).toMatchObject([{ id: 1n, status: 5 }]);
  });

  it('a loan whose collateral loses value is not liquidated until the backstop covers its collateral', () => {
    const chain = new LendingChain(['ann', 'dot']);
    chain.endow('dot', 200_000_000n * ONE);
    chain.lend('dot', 200_000_000n * ONE, 5);
    chain.openVault('ann', VAULT);
    chain.payBitcoin('vaults', VAULT, 10_000n * ONE);
    chain.setPrice(60_000n * ONE);
    chain.borrow('ann', 150_000_000n * ONE, { poolId: 5 });
    review(chain, 16_000n);
    chain.wait(72 * HOUR);
    review(chain, 16_000n);
    chain.process();
    expect(chain.loanOf('ann')?.status).toBe(3);
    chain.endow('liquidator', 100_000_000n * ONE);
    chain.send('liquidator', 'loan', USDT, 100_000_000n * ONE, 'backstop');
    chain.process();
    expect(sales(chain)).toHaveLength(1);
    const left = chain.rows('loan', 'loan', backstopTable)[0]?.balance.units ?? 0n;
    expect(left).toBe(200_000_000n * ONE - sales(chain)[0]!.proceeds.units);
  });

  it('a loan keeps its status and is not liquidated with a stale price', () => {
    const chain = withLoan();
    review(chain, 700n);
    chain.wait(72 * HOUR);
    chain.process();
    expect(chain.loanOf('ann')?.status).toBe(2);
    expect(review(chain, 700n)).toBe(3);
    chain.wait(301);
    chain.process();
    expect(chain.loanOf('ann')?.status).toBe(3);
    // Interest still accrues.
    expect(chain.loanOf('ann')?.updated_at).toBe(Math.floor(chain.chain.head().timeMs / 1000) * 1000);
  });
});
