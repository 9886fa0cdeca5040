import { MAX_UNITS, parseAsset } from '@app/antelope';
import { developmentProfileFile, readProfile } from '@app/networks';
import fc from 'fast-check';
import { chainAmount } from '../chain/token-amount';
import { collateralSentence, pegOutSentence } from './bridge-sentence';

const profile = readProfile(developmentProfileFile());
const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const fees = {
  ...{ txFeeBps: 10n, txFeeMin: 1_000n, txFeeMax: 1_000_000n, minerFee: 2_000n, minimum: 10_000n },
  reviewFrom: 100_000_000n,
};
const authorization = [{ actor: 'alice', permission: 'active' }];

const pegOut = (quantity: string, change: Record<string, string> = {}) => ({
  ...{ account: 'btc.token', name: 'transfer', authorization },
  data: { from: 'alice', to: 'bridge', quantity, memo: ADDRESS, ...change },
});
const withdrawal = (quantity: string) => ({
  ...{ account: 'loan', name: 'withdraw', authorization },
  data: { account: 'alice', quantity, btc_address: ADDRESS },
});
/** Every amount named in a sentence, in units. */
const amountsIn = (sentence: string) =>
  [...sentence.matchAll(/[\d.]+ C?BTC/g)].map(([text]) => parseAsset(text).units);

describe('the sentence of a peg-out', () => {
  it('tells amounts that add up, whatever is sent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: fees.minimum, max: MAX_UNITS }), (units) => {
        const sentence = pegOutSentence(profile, pegOut(chainAmount(units, profile.token('BTC'))), fees);
        const [sent, fee = 0n, miners = 0n, net = 0n] = amountsIn(sentence);
        expect(sent).toBe(units);
        expect(fee + miners + net).toBe(units);
        expect(sentence.includes('reviews')).toBe(units >= fees.reviewFrom);
      }),
    );
  });

  it('is of nothing else', () => {
    expect(() => pegOutSentence(profile, pegOut('1.00000000 BTC', { to: 'bob' }), fees)).toThrow(
      'btc.token::transfer is no peg-out',
    );
    const fake = { ...pegOut('1.00000000 BTC'), account: 'fake.token' };
    expect(() => pegOutSentence(profile, fake, fees)).toThrow('fake.token::transfer is no peg-out');
  });
});

describe('the sentence of withdrawing collateral', () => {
  it('tells amounts that add up, whatever is withdrawn', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 80_000n, max: MAX_UNITS }), (units) => {
        const quantity = chainAmount(units, profile.token('CBTC'));
        const [taken, fee = 0n, net = 0n] = amountsIn(collateralSentence(profile, withdrawal(quantity)));
        expect(taken).toBe(units);
        expect(fee + net).toBe(units);
      }),
    );
  });

  it('is of nothing else', () => {
    const fake = { ...withdrawal('1.00000000 CBTC'), account: 'fake' };
    expect(() => collateralSentence(profile, fake)).toThrow('fake::withdraw withdraws no collateral');
  });
});
