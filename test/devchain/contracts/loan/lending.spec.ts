import { MAX_POOL_DEPOSITS } from '../../../../apps/devchain/src/contracts/loan/pool/pool';
import {
  processqueue,
  cancelredeem,
  setcurve,
} from '../../../../apps/devchain/src/contracts/loan/signatures';
import { rateCurveTable, redemptionsTable } from '../../../../apps/devchain/src/contracts/loan/tables';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { SHARES, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';

const ONE = 10n ** 8n;
const TPE = SHARES[5]!;

/** Pool 5 with these accounts alone. Ann has lent 1000, and dot has borrowed the given amount. */
function poolWithLoan(
  borrowed: bigint,
  people: readonly string[] = ['ann', 'ben', 'cid', 'dot'],
): LendingChain {
  const chain = new LendingChain(people);
  for (const name of people) chain.endow(name, 10_000n * ONE);
  chain.setPrice(60_000n * ONE);
  chain.openVault('dot', 'dotvaul.loan');
  chain.payBitcoin('vaults', 'dotvaul.loan', ONE);
  chain.lend('ann', 1000n * ONE, 5);
  if (borrowed > 0n) chain.borrow('dot', borrowed, { poolId: 5 });
  return chain;
}

describe('lending', () => {
  it('a pool issues one share per USDT to the first lender, then shares at the current share price', () => {
    const chain = poolWithLoan(800n * ONE);
    expect(chain.balance('ann', TPE)).toBe(1000n * ONE);
    chain.wait(365 * 24 * 3600);
    chain.lend('ben', 1000n * ONE, 5);
    // 800 at 6 % for a little more than a year: a share is worth 1.048.
    const { available, outstanding_amount: outstanding, shares } = chain.pool(5);
    expect(outstanding.units / ONE).toBe(848n);
    expect(chain.balance('ben', TPE)).toBe((1000n * ONE * 1000n * ONE) / (200n * ONE + outstanding.units));
    expect(available.units).toBe(1200n * ONE);
    expect(shares.units).toBe(chain.supply(TPE));
  });

  it('a redemption pays available liquidity at once, with interest', () => {
    const chain = poolWithLoan(100n * ONE);
    chain.wait(365 * 24 * 3600);
    chain.redeem('ann', 500n * ONE, 5);
    // 100 at 163 bps (100 at zero, 600 at 80 %) for a year: half of 1001.63 and a bit.
    const paid = chain.balance('ann', USDT) - 9_000n * ONE;
    expect(paid / (ONE / 1000n)).toBe(500_815n);
    expect(chain.rows('loan', 'loan', redemptionsTable)).toEqual([]);
    expect(chain.balance('ann', TPE)).toBe(500n * ONE);
  });

  it('a pool queues the part that is lent out, and pays the queue in order as liquidity returns', () => {
    const chain = poolWithLoan(800n * ONE);
    chain.send('ann', 'ben', TPE, 300n * ONE, '');
    chain.send('ann', 'cid', TPE, 300n * ONE, '');
    chain.redeem('ann', 400n * ONE, 5);
    chain.redeem('cid', 300n * ONE, 5);
    chain.redeem('ben', 300n * ONE, 5);
    const queue = () =>
      chain.rows('loan', 'loan', redemptionsTable).map((row) => [row.account, row.quantity.units / ONE]);
    // 200 were there: the rest of ann's wait with what they earn meanwhile.
    expect(queue()).toEqual([
      ['ann', 200n],
      ['cid', 300n],
      ['ben', 300n],
    ]);
    expect(chain.balance('loan', TPE)).toBe(
      chain.rows('loan', 'loan', redemptionsTable).reduce((sum, { quantity }) => sum + quantity.units, 0n),
    );
    chain.lend('cid', 250n * ONE, 5);
    expect(queue()).toEqual([
      ['cid', 250n],
      ['ben', 300n],
    ]);
    expect(chain.pool(5).available.units).toBe(0n);
    chain.repay('dot', 700n * ONE);
    expect(queue()).toEqual([]);
    expect(chain.balance('ben', USDT)).toBeGreaterThanOrEqual(10_300n * ONE);
  });

  it('cancelredeem returns the shares of the redemption to its owner', () => {
    const chain = poolWithLoan(1000n * ONE);
    chain.redeem('ann', 600n * ONE, 5);
    const [row] = chain.rows('loan', 'loan', redemptionsTable);
    const cancel =
      (account: string, id = row!.id) =>
      () =>
        chain.push(account, 'loan', cancelredeem, { account, id });
    expect(chain.refusalOf(cancel('ben'))).toBe('lending: redemption belongs to another account');
    expect(chain.refusalOf(cancel('ann', 99n))).toBe('lending: there is no such queued redemption');
    cancel('ann')();
    expect(chain.balance('ann', TPE)).toBe(1000n * ONE);
    expect(chain.rows('loan', 'loan', redemptionsTable)).toEqual([]);
    expect(chain.refusalOf(cancel('ann'))).toBe('lending: there is no such queued redemption');
  });

  it('cancelredeem refuses the redemption of another account', () => {
    const chain = poolWithLoan(1000n * ONE);
    chain.redeem('ann', 600n * ONE, 5);
    const [row] = chain.rows('loan', 'loan', redemptionsTable);
    const work = () => chain.push('ben', 'loan', cancelredeem, { account: 'ann', id: row!.id });
    expect(chain.refusalOf(work)).toBe('missing authority of ann');
  });

  it('the queue pays at most twenty redemptions per action and continues with the next calls', () => {
    const lenders = Array.from('abcdefghijklmnopqrstuvwxy', (letter) => `lender${letter}`);
    const chain = poolWithLoan(0n, ['ann', 'dot', ...lenders]);
    for (const name of lenders) chain.lend(name, 10n * ONE, 5);
    chain.borrow('dot', 1250n * ONE, { poolId: 5 });
    for (const name of lenders) chain.redeem(name, 10n * ONE, 5);
    const waiting = () => chain.rows('loan', 'loan', redemptionsTable).map(({ account }) => account);
    expect(waiting()).toEqual(lenders);
    chain.repay('dot', 1250n * ONE);
    expect(waiting()).toEqual(lenders.slice(20));
    // Liquidity owed to queued redemptions cannot be borrowed.
    chain.process();
    expect(waiting()).toEqual([]);
    for (const name of lenders) expect(chain.balance(name, USDT)).toBeGreaterThanOrEqual(10_000n * ONE);
  });

  it('a pool refuses a deposit worth less than one unit of the share token', () => {
    const chain = poolWithLoan(800n * ONE);
    chain.wait(24 * 3600);
    expect(chain.refusalOf(() => chain.lend('ben', 1n, 5))).toBe(
      'lending: deposit is worth less than the smallest share',
    );
    expect(chain.balance('ben', USDT)).toBe(10_000n * ONE);
  });

  it('a pool refunds the part of a deposit above the cost of its shares, which keeps the share price', () => {
    const chain = poolWithLoan(900n * ONE);
    chain.wait(3600);
    chain.repay('dot', 1000n * ONE);
    chain.redeem('ann', 1000n * ONE - 1n, 5);
    // The rounding remainder is hers: one share of two units.
    const price = () => chain.pool(5).available.units;
    expect(price()).toBe(2n);
    for (let round = 0; round < 20; round++) {
      // As much as possible for one share, and out again.
      chain.lend('ann', 2n * price() - 1n, 5);
      chain.redeem('ann', 1n, 5);
    }
    expect(price()).toBe(2n);
    chain.lend('ben', 1000n * ONE + 1n, 5);
    chain.redeem('ben', chain.balance('ben', TPE), 5);
    expect(chain.balance('ben', USDT)).toBe(10_000n * ONE);
  });

  it('a pool refunds an amount of less than a share', () => {
    const chain = poolWithLoan(1000n * ONE);
    chain.wait(10 * 365 * 24 * 3600 + 10);
    // 1000 at 20 % for ten years and ten seconds: a share costs three units and a bit.
    chain.lend('ben', 5n, 5);
    expect(chain.balance('ben', TPE)).toBe(1n);
    expect(chain.balance('ben', USDT)).toBe(10_000n * ONE - 4n);
    expect(chain.pool(5).deposit.units).toBe(1000n * ONE + 4n);
  });

  it('a pool burns no share for less than its value: a smaller amount stays available', () => {
    const chain = poolWithLoan(1000n * ONE);
    chain.wait(10 * 365 * 24 * 3600);
    chain.redeem('ann', ONE, 5);
    const waiting = () => chain.rows('loan', 'loan', redemptionsTable)[0]?.quantity.units;
    chain.repay('dot', 2n);
    chain.process();
    expect(waiting()).toBe(ONE);
    expect(chain.pool(5).available.units).toBe(2n);
    chain.repay('dot', 5n);
    expect(waiting()).toBe(ONE - 2n);
    expect(chain.balance('ann', USDT)).toBe(9_000n * ONE + 6n);
    expect(chain.pool(5).available.units).toBe(1n);
  });

  it('a pool refuses a deposit beyond the capacity of the pool or of the share token', () => {
    const chain = poolWithLoan(0n);
    const most = 4_000_000_000n * ONE;
    chain.endow('ben', most);
    for (let turn = 0; turn < 5; turn++) {
      chain.lend('ben', most, 5);
      chain.redeem('ben', most, 5);
    }
    chain.isWatched = true;
    const capacity = MAX_POOL_DEPOSITS - chain.pool(5).deposit.units;
    expect(chain.refusalOf(() => chain.lend('ben', capacity + 1n, 5))).toBe(
      'lending: deposit is more than the books of the pool can hold',
    );
    chain.lend('ben', capacity, 5);
    expect(chain.pool(5).deposit.units).toBe(MAX_POOL_DEPOSITS);
  });

  it('a pool charges interest by the old curve until the change and by the new one afterwards', () => {
    const chain = poolWithLoan(800n * ONE);
    const curve = { base_apr_bps: 200, kink_utilization_bps: 5000, kink_apr_bps: 1000, max_apr_bps: 1600 };
    const change =
      (actor: string, args = curve) =>
      () =>
        chain.push(actor, 'loan', setcurve, args);
    chain.wait(365 * 24 * 3600);
    change('loan')();
    // 800 at 6 % first; then 848 of 1048 are 80.9 %: 1000 and 61.8 % of the 600 above.
    expect(chain.pool(5).outstanding_amount.units / ONE).toBe(848n);
    expect(chain.pool(5).borrow_apr_bps).toBe(1371);
    expect(chain.rows('loan', 'loan', rateCurveTable)).toEqual([curve]);
    expect(chain.refusalOf(change('ann'))).toBe('missing authority of loan');
    expect(chain.refusalOf(change('loan', { ...curve, max_apr_bps: 2001 }))).toBe(
      'lending: a curve never falls and ends at 2000 bps or below',
    );
  });

  it('processqueue can be called by any account, with empty queues included', () => {
    const chain = poolWithLoan(0n);
    const before = chain.pool(5);
    chain.push('ben', 'loan', processqueue, {});
    expect(chain.pool(5)).toEqual(before);
  });
});
