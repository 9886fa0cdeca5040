import { nameToValue } from '@app/antelope';
import { amountOf, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { pricesTable } from '../../../../apps/devchain/src/contracts/oracle/tables';
import { borrowvar, cancelloan } from '../../../../apps/devchain/src/contracts/loan/signatures';
import {
  loansTable,
  loanRequestsTable,
  redemptionsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import { LendingChain } from '../../../harness/chain/lending-chain';

const ONE = 10n ** 8n;
const vaultOf = (name: string): string => `${name}vaul.loan`;

/** Pool 5 has 1000 to lend; ann, ben and cid have a vault with 1 CBTC at 60000, dot has none. */
function openPool(further: readonly string[] = []): LendingChain {
  const chain = new LendingChain(['ann', 'ben', 'cid', 'dot', ...further]);
  chain.setPrice(60_000n * ONE);
  for (const name of ['ann', 'ben', 'cid']) {
    chain.openVault(name, vaultOf(name));
    chain.payBitcoin('vaults', vaultOf(name), ONE);
  }
  chain.endow('dot', 10_000n * ONE);
  chain.lend('dot', 1000n * ONE, 5);
  chain.setPrice(60_000n * ONE);
  return chain;
}

const borrowers = Array.from('abcdefghijklmnopqrstuvwxy', (letter) => `borrow${letter}`);

/** Twenty-five people with a vault of 0.01 CBTC each at 60000, and pools without money. */
function withManyBorrowers(): LendingChain {
  const chain = new LendingChain(['dot', ...borrowers]);
  chain.endow('dot', 10_000n * ONE);
  chain.setPrice(60_000n * ONE);
  for (const name of borrowers) {
    chain.openVault(name, `${name}.loan`);
    chain.payBitcoin('vaults', `${name}.loan`, ONE / 100n);
  }
  chain.setPrice(60_000n * ONE);
  return chain;
}

const inPool5 = (cap: number) => ({ poolId: 5, cap });
const queued = (chain: LendingChain) =>
  chain.rows('loan', 'loan', loanRequestsTable).map(({ account }) => account);

describe('borrowing', () => {
  it('opens a loan when the rate with it lent out is at the cap', () => {
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

  it('queues a request whose rate after disbursing is above the cap', () => {
    const chain = openPool();
    chain.borrow('ann', 400n * ONE, inPool5(349));
    expect(chain.loanOf('ann')).toBeUndefined();
    expect(chain.balance('ann', USDT)).toBe(0n);
    expect(chain.rows('loan', 'loan', loanRequestsTable)).toEqual([
      {
        id: 1n,
        account: 'ann',
        amount: amountOf(USDT, 400n * ONE),
        pool_id: 5,
        max_apr_bps: 349,
        requested_at: expect.any(Number) as number,
      },
    ]);
  });

  it('opens a queued loan when the rate falls, and not before', () => {
    const chain = openPool();
    chain.borrow('ann', 400n * ONE, inPool5(349));
    chain.process();
    expect(queued(chain)).toEqual(['ann']);
    chain.lend('dot', 10n * ONE, 5);
    expect(queued(chain)).toEqual(['ann']);
    chain.process();
    expect(queued(chain)).toEqual([]);
    expect(chain.loanOf('ann')).toMatchObject({ id: 1n, status: 0 });
    expect(chain.balance('ann', USDT)).toBe(400n * ONE);
  });

  it('queues a request above the liquidity of the pool, for any cap', () => {
    const chain = openPool();
    chain.borrow('ann', 1001n * ONE, inPool5(65_535));
    expect(queued(chain)).toEqual(['ann']);
    chain.lend('dot', ONE, 5);
    chain.process();
    expect(chain.loanOf('ann')?.terms.apr_bps).toBe(2000);
    expect(chain.pool(5).available.units).toBe(0n);
  });

  it('opens queued loans in order, skipping those whose rate would be above their cap', () => {
    const chain = openPool();
    chain.borrow('ann', 500n * ONE, inPool5(101));
    chain.borrow('ben', 900n * ONE, inPool5(700));
    chain.borrow('cid', 200n * ONE, inPool5(200));
    chain.lend('dot', 1000n * ONE, 5);
    chain.process();
    // Ben first: with his 900 the rate is 382, so that cid has to wait on.
    expect(chain.loanOf('ben')?.terms.apr_bps).toBe(382);
    expect(queued(chain)).toEqual(['ann', 'cid']);
  });

  it('examines twenty requests per call and continues with the next call', () => {
    const chain = withManyBorrowers();
    for (const name of borrowers) chain.borrow(name, 60n * ONE, { poolId: 5 });
    chain.lend('dot', 1500n * ONE, 5);
    chain.process();
    expect(queued(chain)).toEqual(borrowers.slice(20));
    chain.process();
    expect(queued(chain)).toEqual([]);
    const loans = () => chain.rows('loan', 'loan', loansTable);
    expect(loans().map(({ account }) => account)).toEqual(borrowers);
    // Their review is bounded likewise.
    chain.setPrice(8_000n * ONE);
    const statuses = () => loans().map(({ status }) => status);
    const [warned, safe] = [Array<number>(20).fill(1), Array<number>(5).fill(0)];
    chain.process();
    expect(statuses()).toEqual([...warned, ...safe]);
    chain.process();
    expect(statuses()).toEqual([...warned, 1, 1, 1, 1, 1]);
  });

  it('reaches every request although earlier ones stay queued', () => {
    const chain = withManyBorrowers();
    for (const name of borrowers) {
      chain.borrow(name, 60n * ONE, { poolId: 5, cap: name === borrowers.at(-1) ? 2000 : 99 });
    }
    chain.lend('dot', 1500n * ONE, 5);
    chain.process();
    expect(queued(chain)).toEqual(borrowers);
    chain.process();
    expect(queued(chain)).toEqual(borrowers.slice(0, -1));
  });

  it('waits for all queued redemptions, although the pool has the liquidity', () => {
    const lenders = Array.from('abcdefghijklmnopqrstu', (letter) => [
      `lend${letter}a`,
      `lend${letter}b`,
    ]).flat();
    const chain = openPool(lenders);
    for (const name of lenders) {
      chain.endow(name, 10n * ONE);
      chain.lend(name, 10n * ONE, 5);
    }
    chain.borrow('ann', 1420n * ONE, inPool5(2000));
    for (const name of lenders) chain.redeem(name, 10n * ONE, 5);
    const waiting = () => chain.rows('loan', 'loan', redemptionsTable).length;
    chain.endow('ann', ONE);
    chain.repay('ann', 1421n * ONE);
    expect(waiting()).toBe(22);
    // To ask for a loan pays twenty more, and two still wait.
    chain.borrow('ben', 100n * ONE, inPool5(2000));
    expect([waiting(), queued(chain)]).toEqual([2, ['ben']]);
    // Lenders first, then borrowers, in one call.
    chain.process();
    expect([waiting(), queued(chain)]).toEqual([0, []]);
  });

  it('stores the rate of the pool at the last write of the loan', () => {
    const chain = openPool();
    chain.borrow('ann', 400n * ONE, inPool5(2000));
    chain.borrow('ben', 400n * ONE, inPool5(2000));
    expect(chain.loanOf('ann')?.terms.apr_bps).toBe(350);
    chain.process();
    expect(chain.pool(5).borrow_apr_bps).toBe(601);
    expect(chain.loanOf('ann')?.terms.apr_bps).toBe(601);
  });

  it('refuses a loan below 0.001 BTC in USDT', () => {
    const chain = openPool();
    const tooLittle = () => chain.borrow('ann', 60n * ONE - 1n, inPool5(2000));
    expect(chain.refusalOf(tooLittle)).toBe('lending: below minimum loan');
    chain.borrow('ann', 60n * ONE, inPool5(2000));
    chain.setPrice(60_000n * ONE + 1n);
    const nowTooLittle = () => chain.borrow('ben', 60n * ONE, inPool5(2000));
    expect(chain.refusalOf(nowTooLittle)).toBe('lending: below minimum loan');
  });

  it('refuses a loan of 70 % of the collateral or more', () => {
    const chain = openPool();
    chain.lend('dot', 5000n * ONE, 5);
    chain.setPrice(5_000n * ONE);
    const borrow = (usdt: bigint) => () => chain.borrow('ann', usdt, inPool5(2000));
    expect(chain.refusalOf(borrow(3500n * ONE))).toBe('lending: not enough collateral');
    borrow(3500n * ONE - 1n)();
    expect(chain.loanOf('ann')?.status).toBe(0);
  });

  it('does not open a queued loan while its collateral is insufficient', () => {
    const chain = openPool();
    chain.borrow('ann', 1001n * ONE, inPool5(2000));
    chain.lend('dot', 1000n * ONE, 5);
    chain.setPrice(1_430n * ONE);
    chain.process();
    expect(queued(chain)).toEqual(['ann']);
    chain.setPrice(1_431n * ONE);
    chain.process();
    expect(queued(chain)).toEqual([]);
  });

  it('opens no loan with a price older than five minutes', () => {
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

  it('accepts a price for exactly five minutes', () => {
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

  it('refuses a loan before the first price', () => {
    const chain = new LendingChain(['ann']);
    chain.openVault('ann', 'annvaul.loan');
    expect(chain.refusalOf(() => chain.borrow('ann', 100n * ONE))).toBe('lending: there is no oracle price');
  });

  it('allows one loan or one request per account', () => {
    const chain = openPool();
    chain.borrow('ann', 100n * ONE, inPool5(2000));
    chain.borrow('ben', 100n * ONE, inPool5(1));
    const again = (name: string) => chain.refusalOf(() => chain.borrow(name, 100n * ONE, inPool5(2000)));
    expect(again('ann')).toBe('lending: account has a loan already');
    expect(again('ben')).toBe('lending: account has a queued loan request already');
    expect(again('dot')).toBe('lending: account has no vault');
  });

  it('cancels a queued request, which remains in scope completed', () => {
    const chain = openPool();
    const cancel =
      (account: string, actor = account) =>
      () =>
        chain.push(actor, 'loan', cancelloan, { account });
    chain.borrow('ann', 400n * ONE, inPool5(349));
    expect(chain.refusalOf(cancel('ann', 'ben'))).toBe('missing authority of ann');
    cancel('ann')();
    expect(queued(chain)).toEqual([]);
    expect(chain.rows('loan', 'completed', loansTable)).toEqual([
      expect.objectContaining({ id: 1n, account: 'ann', status: 6, outstanding_amount: amountOf(USDT, 0n) }),
    ]);
    expect(chain.refusalOf(cancel('ann'))).toBe('lending: account has no queued loan request');
    chain.borrow('ben', 400n * ONE, inPool5(2000));
    expect(chain.refusalOf(cancel('ben'))).toBe('lending: account has no queued loan request');
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
  ])('refuses %s', (_, amount, refusal) => {
    const chain = openPool();
    const args = { account: 'ann', amount, pool_id: 5, max_apr_bps: 2000 };
    expect(chain.refusalOf(() => chain.push('ann', 'loan', borrowvar, args))).toBe(refusal);
  });

  it('refuses invalid pools and caps, and a request for another account', () => {
    const chain = openPool();
    const args = { account: 'ann', amount: amountOf(USDT, 100n * ONE), pool_id: 5, max_apr_bps: 2000 };
    const refusal = (change: Partial<typeof args>, actor = 'ann') =>
      chain.refusalOf(() => chain.push(actor, 'loan', borrowvar, { ...args, ...change }));
    expect(refusal({ pool_id: 7 })).toBe('lending: there is no such pool');
    expect(refusal({ max_apr_bps: 0 })).toBe('lending: max_apr_bps must be above zero');
    expect(refusal({}, 'ben')).toBe('missing authority of ann');
  });
});
