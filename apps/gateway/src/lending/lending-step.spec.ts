import { formatAmount, MAX_UNITS } from '@app/antelope';
import { ContractProfile, developmentProfileFile, readProfile } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import fc from 'fast-check';
import { describeAction } from '../composing/sentences/describe-action';
import { callOf, entriesOf, type LendingStep, processQueue } from './lending-step';

const development = readProfile(developmentProfileFile());
const { tokens, actions } = development.entries();
/** A chain with names, memos and a template of its own. */
const other = new ContractProfile('other.yaml', {
  ...development.entries(),
  tokens: { ...tokens, USDT: { contract: 'stable', symbol: 'USDX', precision: 6 } },
  actions: {
    ...actions,
    cancel_loan_request: { account: 'lending', name: 'dropit', data: {} },
  },
  memos: { ...development.entries().memos, lend: 'deposit into {pool_id}', repay: 'loan of {account}' },
});

/** A step as it comes back from the packed bytes. */
const decoded = (profile: ContractProfile, step: LendingStep): DecodedAction => {
  const { account, name, data } = callOf(profile, 'alice', step);
  return { account, name, authorization: [{ actor: 'alice', permission: 'active' }], data: { ...data } };
};
const sentenceOf = (profile: ContractProfile, step: LendingStep) =>
  describeAction({ profile, fees: {} }, decoded(profile, step));

const payment = (
  profile: ContractProfile,
  kind: 'lend' | 'repay' | 'redeem',
  units: bigint,
): LendingStep => ({
  payment: kind,
  token: profile.token(kind === 'redeem' ? 'TPF' : 'USDT'),
  units,
  values: { pool_id: 6 },
});

describe('a step of lending', () => {
  it.each<[string, LendingStep]>([
    [
      'alice creates the vault 2kcv5ga.loan, which holds its collateral.',
      { action: 'create_vault', values: { account: 'alice', vault: '2kcv5ga.loan' } },
    ],
    [
      'alice takes redemption 3 out of the queue: the shares that still wait come back.',
      { action: 'cancel_redemption', values: { account: 'alice', id: 3 } },
    ],
    ['The lending contract goes through its queues of loan requests and redemptions.', processQueue('alice')],
    [
      'alice lends 1.50000000 USDT (of usdt.token) to pool 6 and gets shares of the pool.',
      payment(development, 'lend', 150_000_000n),
    ],
  ])('a step of lending is described: %s', (sentence, step) => {
    expect(sentenceOf(development, step)).toBe(sentence);
  });

  it('a payment that names a pool which does not exist is described as the transfer that it is', () => {
    const step = payment(development, 'lend', 150_000_000n);
    const other = 'payment' in step ? { ...step, values: { pool_id: 9 } } : step;
    expect(sentenceOf(development, other)).toBe(
      'alice sends 1.50000000 USDT (of usdt.token) to loan with the memo "lend:9". ' +
        'loan is the lending contract, and this payment asks it for nothing that is known here.',
    );
  });

  it('a step of lending uses the names of the chain, and is described in the terms of the tools', () => {
    expect(callOf(other, 'alice', payment(other, 'lend', 1_500_000n))).toEqual({
      account: 'stable',
      name: 'transfer',
      data: { from: 'alice', to: 'loan', quantity: '1.500000 USDX', memo: 'deposit into 6' },
    });
    expect(sentenceOf(other, payment(other, 'lend', 1_500_000n))).toContain(
      'alice lends 1.500000 USDT (of stable)',
    );
    expect(sentenceOf(other, payment(other, 'repay', 1n))).toBe(
      'alice pays 0.000001 USDT (of stable) toward its loan.',
    );
    const values = { account: 'alice', quantity: '2.000000 USDX', pool_id: 6, max_apr_bps: 300 };
    expect(sentenceOf(other, { action: 'borrow', values })).toMatch(
      /^alice borrows 2\.000000 USDT from pool 6 /,
    );
  });

  it('a step of lending names the signer where the chain does not say the account', () => {
    const step: LendingStep = { action: 'cancel_loan_request', values: { account: 'alice' } };
    expect(decoded(other, step).data).toEqual({});
    expect(sentenceOf(other, step)).toBe('alice takes its queued loan request back.');
  });

  it('a step of lending needs entries of the profile, a payment that of its receiver as well', () => {
    expect(entriesOf(processQueue('alice'))).toEqual(['actions.process_queue']);
    expect(entriesOf(payment(development, 'redeem', 1n))).toEqual(['tokens.TPF', 'accounts.lending']);
  });

  it('a step of lending of another contract or to another account is never called lending', () => {
    const facts = { profile: development, fees: {} };
    const lend = decoded(development, payment(development, 'lend', 1n));
    const data = lend.data as Record<string, string>;
    const sentence = (change: Partial<DecodedAction>) => describeAction(facts, { ...lend, ...change });
    expect(sentence({ data: { ...data, to: 'bob' } })).toMatch(/^alice sends .* to bob with the memo/);
    const nothing = 'loan is the lending contract, and this payment asks it for nothing that is known here.';
    for (const memo of ['gift', 'lend:', 'lend:6x', 'lend: 6'])
      expect(sentence({ data: { ...data, memo } })).toContain(nothing);
    expect(sentence({ account: 'fake.token' })).toContain(nothing);
    expect(() =>
      describeAction(facts, { ...decoded(development, processQueue('alice')), account: 'fake' }),
    ).toThrow('fake::processqueue has no sentence');
  });

  it('a step of lending carries every amount to the last digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: MAX_UNITS }),
        fc.constantFrom('lend', 'repay', 'redeem'),
        (units, kind) => {
          const step = payment(development, kind, units);
          const amount = formatAmount(units, 8);
          const symbol = kind === 'redeem' ? 'TPF' : 'USDT';
          expect(callOf(development, 'alice', step).data['quantity']).toBe(`${amount} ${symbol}`);
          expect(sentenceOf(development, step)).toContain(` ${amount} ${symbol} (of `);
        },
      ),
    );
  });
});
