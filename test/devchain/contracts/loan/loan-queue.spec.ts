import { amountOf, USDT } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { cancelloan } from '../../../../apps/devchain/src/contracts/loan/signatures';
import {
  loansTable,
  loanRequestsTable,
  redemptionsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import { LendingChain } from '../../../harness/chain/lending-chain';
import { inPool5, ONE, openPool, queued } from './support/open-pool';

const borrowers = Array.from('abcdefghijklmnopqrstuvwxy', (letter) => `borrow${letter}`);

/** Twenty-five accounts with a vault of 0.01 CBTC each at 60000, and pools without money. */
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

describe('queue of loan requests', () => {
  it('borrowvar queues a request whose rate after disbursing is above the cap', () => {
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

  it('the loan queue opens a queued loan when the rate falls, and not before', () => {
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

  it('borrowvar queues a request above the liquidity of the pool, for any cap', () => {
    const chain = openPool();
    chain.borrow('ann', 1001n * ONE, inPool5(65_535));
    expect(queued(chain)).toEqual(['ann']);
    chain.lend('dot', ONE, 5);
    chain.process();
    expect(chain.loanOf('ann')?.terms.apr_bps).toBe(2000);
    expect(chain.pool(5).available.units).toBe(0n);
  });

  it('the loan queue opens queued loans in order, skipping those whose rate would be above their cap', () => {
    const chain = openPool();
    chain.borrow('ann', 500n * ONE, inPool5(101));
    chain.borrow('ben', 900n * ONE, inPool5(700));
    chain.borrow('cid', 200n * ONE, inPool5(200));
    chain.lend('dot', 1000n * ONE, 5);
    chain.process();
    // Ben is first: with 900 for ben the rate is 382, above the cap of cid.
    expect(chain.loanOf('ben')?.terms.apr_bps).toBe(382);
    expect(queued(chain)).toEqual(['ann', 'cid']);
  });

  it('processqueue examines twenty requests per call and continues with the next call', () => {
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

  it('processqueue reaches every request although earlier ones stay queued', () => {
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

  it('the loan queue waits for all queued redemptions, although the pool has the liquidity', () => {
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

  it('the loan queue does not open a loan while its collateral is insufficient', () => {
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

  it('a cancelled loan request remains in scope completed', () => {
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
});
