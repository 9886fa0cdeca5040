import { nameToValue } from '@app/antelope';
import { amountOf, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { pricesTable } from '../../../../apps/devchain/src/contracts/oracle/tables';
import { borrowvar } from '../../../../apps/devchain/src/contracts/loan/signatures';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { inPool5, ONE, openPool, queued } from './support/open-pool';

describe('borrowing', () => {
  it('borrowvar opens a loan when the rate after the loan is at the cap', () => {
    const chain = openPool();
    // 400 of 1000 are 40 %: 100 and half of the 500 to the kink.
    chain.borrow('ann', 400n * ONE, inPool5(350));
    const row = chain.loanOf('ann');
    expect(row).toMatchObject({ id: 1n, account: 'ann', status: 0, end_time: 0 });
    expect(row?.terms).toEqual({ apr_bps: 350, max_apr_bps: 350, loan_duration_sec: 0, pool_id: 5 });
    expect(row?.initial_amount).toEqual(amountOf(USDT, 400n * ONE));
    expect(chain.balance('ann', USDT)).toBe(400n * ONE);
    expect(chain.pool(5)).toMatchObject({ borrow_apr_bps: 350, available: amountOf(USDT, 600n * ONE) });
  });

  it('a loan stores the rate of the pool at its last write', () => {
    const chain = openPool();
    chain.borrow('ann', 400n * ONE, inPool5(2000));
    chain.borrow('ben', 400n * ONE, inPool5(2000));
    expect(chain.loanOf('ann')?.terms.apr_bps).toBe(350);
    chain.process();
    expect(chain.pool(5).borrow_apr_bps).toBe(601);
    expect(chain.loanOf('ann')?.terms.apr_bps).toBe(601);
  });

  it('borrowvar refuses a loan below 0.001 BTC in USDT', () => {
    const chain = openPool();
    const tooLittle = () => chain.borrow('ann', 60n * ONE - 1n, inPool5(2000));
    expect(chain.refusalOf(tooLittle)).toBe('lending: below minimum loan');
    chain.borrow('ann', 60n * ONE, inPool5(2000));
    chain.setPrice(60_000n * ONE + 1n);
    const nowTooLittle = () => chain.borrow('ben', 60n * ONE, inPool5(2000));
    expect(chain.refusalOf(nowTooLittle)).toBe('lending: below minimum loan');
  });

  it('borrowvar refuses a loan of 70 % of the collateral or more', () => {
    const chain = openPool();
    chain.lend('dot', 5000n * ONE, 5);
    chain.setPrice(5_000n * ONE);
    const borrow = (usdt: bigint) => () => chain.borrow('ann', usdt, inPool5(2000));
    expect(chain.refusalOf(borrow(3500n * ONE))).toBe('lending: not enough collateral');
    borrow(3500n * ONE - 1n)();
    expect(chain.loanOf('ann')?.status).toBe(0);
  });

  it('borrowvar opens no loan with a price older than five minutes', () => {
    const chain = openPool();
    chain.borrow('ann', 400n * ONE, inPool5(349));
    chain.lend('dot', 1000n * ONE, 5);
    chain.wait(301);
    expect(chain.refusalOf(() => chain.borrow('ben', 100n * ONE, inPool5(2000)))).toBe(
      'lending: oracle price is stale',
    );
    chain.process();
    expect(queued(chain)).toEqual(['ann']);
    chain.setPrice(60_000n * ONE);
    chain.process();
    expect(queued(chain)).toEqual([]);
  });

  it('borrowvar accepts a price for exactly five minutes', () => {
    const chain = openPool();
    const pricedAt = () => chain.find('oracle', 'oracle', pricesTable, nameToValue('btcusd'))!.updated_at;
    const borrowAt = (account: string, ageMs: number) => {
      chain.setPrice(60_000n * ONE);
      chain.wait((pricedAt() + ageMs - chain.nextMs) / 1000);
      expect(chain.nextMs - pricedAt()).toBe(ageMs);
      return chain.refusalOf(() => chain.borrow(account, 100n * ONE, inPool5(2000)));
    };
    expect(borrowAt('ann', 300_000)).toBeUndefined();
    expect(borrowAt('ben', 300_500)).toBe('lending: oracle price is stale');
  });

  it('borrowvar refuses a loan before the first price', () => {
    const chain = new LendingChain(['ann']);
    chain.openVault('ann', 'annvaul.loan');
    expect(chain.refusalOf(() => chain.borrow('ann', 100n * ONE))).toBe('lending: there is no oracle price');
  });

  it('borrowvar allows one loan or one request per account', () => {
    const chain = openPool();
    chain.borrow('ann', 100n * ONE, inPool5(2000));
    chain.borrow('ben', 100n * ONE, inPool5(1));
    const again = (name: string) => chain.refusalOf(() => chain.borrow(name, 100n * ONE, inPool5(2000)));
    expect(again('ann')).toBe('lending: account has a loan already');
    expect(again('ben')).toBe('lending: account has a queued loan request already');
    expect(again('dot')).toBe('lending: account has no vault');
  });

  it.each([
    [
      'another symbol',
      { symbol: 'BTC', precision: 8, units: ONE },
      'lending: amount must be in USDT with 8 decimals',
    ],
    [
      'another precision',
      { symbol: 'USDT', precision: 4, units: ONE },
      'lending: amount must be in USDT with 8 decimals',
    ],
    ['zero', { symbol: 'USDT', precision: 8, units: 0n }, 'lending: amount must be above zero'],
    [
      'a negative amount',
      { symbol: 'USDT', precision: 8, units: -ONE },
      'lending: amount must be above zero',
    ],
    [
      'the largest asset',
      { symbol: 'USDT', precision: 8, units: (1n << 62n) - 1n },
      'lending: not enough collateral',
    ],
  ])('borrowvar refuses %s', (_, amount, refusal) => {
    const chain = openPool();
    const args = { account: 'ann', amount, pool_id: 5, max_apr_bps: 2000 };
    expect(chain.refusalOf(() => chain.push('ann', 'loan', borrowvar, args))).toBe(refusal);
  });

  it('borrowvar refuses invalid pools and caps, and a request for another account', () => {
    const chain = openPool();
    const args = { account: 'ann', amount: amountOf(USDT, 100n * ONE), pool_id: 5, max_apr_bps: 2000 };
    const refusal = (change: Partial<typeof args>, actor = 'ann') =>
      chain.refusalOf(() => chain.push(actor, 'loan', borrowvar, { ...args, ...change }));
    expect(refusal({ pool_id: 7 })).toBe('lending: there is no such pool');
    expect(refusal({ max_apr_bps: 0 })).toBe('lending: max_apr_bps must be above zero');
    expect(refusal({}, 'ben')).toBe('missing authority of ann');
  });
});
