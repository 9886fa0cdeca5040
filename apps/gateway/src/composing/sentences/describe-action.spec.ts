import { formatAmount, MAX_UNITS, parseAsset } from '@app/antelope';
import { developmentProfileFile, readProfile } from '@app/networks';
import fc from 'fast-check';
import { unicodeText } from '../../../../../libs/antelope/testing/unicode-text';
import type { PegOutFees } from '../../table-rows/fee-row';
import { brandedProfile } from '../../testing/branded-profile';
import { chainAmount } from '../../formatting/token-amount';
import { describeAction, sentenceOf as sentenceOfAction } from './describe-action';

const profile = readProfile(developmentProfileFile());
const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const fees: PegOutFees = {
  ...{ txFeeBps: 10n, txFeeMin: 1_000n, txFeeMax: 1_000_000n, minerFee: 2_000n, minimum: 10_000n },
  reviewFrom: 100_000_000n,
};
const facts = { profile, fees: { btc_bridge: fees, vault_bridge: { ...fees, minerFee: 0n } } };
const authorization = [{ actor: 'alice', permission: 'active' }];

interface Sent {
  readonly contract?: string;
  readonly to: string;
  readonly quantity: string;
  readonly memo: string;
}

const transfer = ({ contract = 'btc.token', ...data }: Sent) => ({
  ...{ account: contract, name: 'transfer', authorization },
  data: { from: 'alice', ...data },
});
const sentenceOf = (sent: Sent) => describeAction(facts, transfer(sent));
const NOTHING_KNOWN = 'asks it for nothing that is known here.';
/** Every amount named in a sentence, in units. */
const amountsIn = (sentence: string) =>
  [...sentence.matchAll(/[\d.]+ C?BTC/g)].map(([text]) => parseAsset(text).units);

describe('the sentence of a transfer', () => {
  it.each<[string, Sent]>([
    [
      'alice sends 0.10000000 BTC (of btc.token) to bob with the memo "say \\"hi\\"".',
      { to: 'bob', quantity: '0.10000000 BTC', memo: 'say "hi"' },
    ],
    [
      'alice sends 0.10000000 BTC (of fake.token) to bob without a memo.',
      { contract: 'fake.token', to: 'bob', quantity: '0.10000000 BTC', memo: '' },
    ],
    [
      `alice sends 0.10000000 BTC (of btc.token) to the Bitcoin address ${ADDRESS}: the bridge takes a fee of ` +
        '0.00010000 BTC and 0.00002000 BTC for the miners, 0.09988000 BTC arrives.',
      { to: 'bridge', quantity: '0.10000000 BTC', memo: ADDRESS },
    ],
    [
      `alice sends 0.10000000 CBTC (of cbtc.token) to the Bitcoin address ${ADDRESS}: the bridge takes a fee of ` +
        '0.00010000 CBTC, 0.09990000 CBTC arrives.',
      { contract: 'cbtc.token', to: 'vaults', quantity: '0.10000000 CBTC', memo: ADDRESS },
    ],
    [
      `alice sends 0.00000001 BTC (of btc.token) to the Bitcoin address ${ADDRESS}: that is below the minimum of the ` +
        'bridge, 0.00010000 BTC, which refuses it.',
      { to: 'bridge', quantity: '0.00000001 BTC', memo: ADDRESS },
    ],
    [
      'alice orders on btcusdt to sell 0.10000000 BTC at 80000.00000000 USDT per BTC or better, which locks 0.10000000 ' +
        'BTC (of btc.token) with dex.',
      { to: 'dex', quantity: '0.10000000 BTC', memo: 'sell:0.10000000 BTC:80000.00000000 USDT' },
    ],
    [
      'alice sends 0.10000000 CBTC (of cbtc.token) to abcdefg.loan without a memo.',
      { contract: 'cbtc.token', to: 'abcdefg.loan', quantity: '0.10000000 CBTC', memo: '' },
    ],
    [
      'alice sends 0.10000000 BTC (of btc.token) to abcdefg.loan without a memo. abcdefg.loan is a vault, and tokens ' +
        'sent to it cannot be returned; to fund the vault, send bitcoin to its btc_address from get_vault.',
      { to: 'abcdefg.loan', quantity: '0.10000000 BTC', memo: '' },
    ],
    [
      'alice pays 5.00000000 USDT (of usdt.token) toward its loan.',
      { contract: 'usdt.token', to: 'loan', quantity: '5.00000000 USDT', memo: 'repay' },
    ],
    [
      'alice redeems 5.00000000 TPE (of pool.token), shares of pool 5, for USDT; what the pool cannot pay now is queued.',
      { contract: 'pool.token', to: 'loan', quantity: '5.00000000 TPE', memo: 'redeem:5' },
    ],
  ])('the sentence of a transfer depends on receiver and memo: %s', (sentence, sent) => {
    expect(sentenceOf(sent)).toBe(sentence);
  });

  it.each<[string, Sent]>([
    ['an address of another Bitcoin', { to: 'bridge', quantity: '1.00000000 BTC', memo: `${ADDRESS}x` }],
    [
      'another token to the bridge',
      { contract: 'usdt.token', to: 'bridge', quantity: '1.00000000 USDT', memo: ADDRESS },
    ],
    ['BTC to the bridge of the vaults', { to: 'vaults', quantity: '1.00000000 BTC', memo: ADDRESS }],
    ['an order without its decimals', { to: 'dex', quantity: '0.1 BTC', memo: 'sell:0.1 BTC:80000 USDT' }],
    [
      'an order in the wrong token',
      { to: 'dex', quantity: '1.00000000 BTC', memo: 'buy:1.00000000 BTC:80000.00000000 USDT' },
    ],
    [
      'an order in a fake token',
      {
        ...{ contract: 'fake.token', to: 'dex', quantity: '1.00000000 BTC' },
        memo: 'sell:1.00000000 BTC:80000.00000000 USDT',
      },
    ],
    ['colons that are no order', { to: 'dex', quantity: '1.00000000 BTC', memo: 'a:b:c' }],
    ['BTC with other decimals to the bridge', { to: 'bridge', quantity: '1.0000 BTC', memo: ADDRESS }],
    [
      'an order that locks an amount with other decimals',
      { to: 'dex', quantity: '1.0000 BTC', memo: 'sell:1.00000000 BTC:80000.00000000 USDT' },
    ],
    ['a repayment in BTC', { to: 'loan', quantity: '1.00000000 BTC', memo: 'repay' }],
    [
      'a deposit to no pool',
      { contract: 'usdt.token', to: 'loan', quantity: '1.00000000 USDT', memo: 'lend:x' },
    ],
  ])('the sentence of a transfer claims no effect of %s', (_, sent) => {
    const sentence = sentenceOf(sent);
    expect(sentence).toMatch(/^alice sends /);
    expect(sentence).toContain(NOTHING_KNOWN);
  });

  it.each([
    { from: 'bob sends 5.00000000 BTC (of btc.token) to alice without a memo. alice' },
    { to: 'nobody. bob sends 5.00000000 BTC (of btc.token) to alice' },
    { from: 12345 },
  ])('there is no sentence of a transfer by an ABI that has no names in it: %j', (change) => {
    const action = transfer({ contract: 'evil', to: 'bob', quantity: '0.00000001 BTC', memo: '' });
    expect(sentenceOfAction(facts, action)).toMatch(/^alice sends /);
    expect(sentenceOfAction(facts, { ...action, data: { ...action.data, ...change } })).toBeUndefined();
  });

  it('the sentence of a transfer states that fees are unknown when they cannot be read', () => {
    const sent = transfer({ to: 'bridge', quantity: '1.00000000 BTC', memo: ADDRESS });
    for (const known of [{}, { btc_bridge: null }])
      expect(describeAction({ profile, fees: known }, sent)).toContain(
        'the bridge takes its fees out of it, which could not be read.',
      );
  });

  it('the sentence of a transfer to Bitcoin has amounts that add up', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: fees.minimum, max: MAX_UNITS }), (units) => {
        const quantity = chainAmount(units, profile.token('BTC'));
        const sentence = sentenceOf({ to: 'bridge', quantity, memo: ADDRESS });
        const [sent, fee = 0n, miners = 0n, net = 0n] = amountsIn(sentence);
        expect(sent).toBe(units);
        expect(fee + miners + net).toBe(units);
        expect(sentence.includes('reviews')).toBe(units >= fees.reviewFrom!);
      }),
    );
  });

  it('the sentence of a transfer names sender, amount and contract for any receiver and memo', () => {
    const number = fc.constantFrom('1.00000000', '80000.00000000', '0.0000000100', '1', 'x', '');
    const symbol = fc.constantFrom('BTC', 'USDT', 'NATIVE', 'TPF', 'x', '');
    const order = fc
      .tuple(fc.constantFrom('buy', 'sell', 'constructor', ''), number, symbol, number, symbol)
      .map(([side, base, one, price, other]) => `${side}:${base} ${one}:${price} ${other}`);
    const memo = fc.oneof(
      unicodeText(),
      order,
      fc.constantFrom(ADDRESS, 'repay', 'lend:6', 'redeem:5', 'lend:', 'backstop', ''),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('bob', ...Object.values(profile.entries().accounts)),
        fc.constantFrom(...profile.tokens()),
        fc.constantFrom('fake.token', undefined),
        fc.bigInt({ min: 1n, max: MAX_UNITS }),
        memo,
        (to, token, fake, units, text) => {
          const contract = fake ?? token.contract;
          const sentence = sentenceOf({ contract, to, quantity: chainAmount(units, token), memo: text });
          expect(sentence).toMatch(/^alice /);
          expect(sentence).toContain(
            `${formatAmount(units, token.precision)} ${token.apiSymbol} (of ${contract})`,
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the sentence of an order', () => {
  const order = (contract: string, quantity: string, memo: string) =>
    describeAction(
      { profile: brandedProfile, fees: {} },
      transfer({ contract, to: 'swap.acc', quantity, memo }),
    );

  it('the sentence of an order uses the API names of tokens, read from the bytes', () => {
    expect(order('coin.token', '5.0000 COIN', 'sell:5.0000 COIN:0.0000000100 BTC')).toBe(
      'alice orders on nativebtc to sell 5.0000 NATIVE at 0.0000000100 BTC per NATIVE or better, ' +
        'which locks 5.0000 NATIVE (of coin.token) with swap.acc.',
    );
    expect(order('btc.token', '0.00000005 BTC', 'buy:5.0000 COIN:0.0000000100 BTC')).toBe(
      'alice orders on nativebtc to buy 5.0000 NATIVE at 0.0000000100 BTC per NATIVE or better, ' +
        'which locks 0.00000005 BTC (of btc.token) with swap.acc.',
    );
  });

  const cancellation = (data: Record<string, string | number>) =>
    describeAction(
      { profile: brandedProfile, fees: {} },
      { account: 'swap.acc', name: 'remove', authorization: [{ actor: 'alice', permission: 'agent' }], data },
    );

  it('the sentence of an order that is cancelled has its id, whichever way the chain writes its number', () => {
    expect(cancellation({ owner: 'alice', number: 7, market: 'coinbtc' })).toBe(
      'alice cancels order 7 on nativebtc; what it still locks comes back.',
    );
    expect(cancellation({ owner: 'alice', number: '9007199254740991', market: 'coinbtc' })).toContain(
      'order 9007199254740991 on nativebtc',
    );
    expect(() => cancellation({ number: 7 })).toThrow('swap.acc::remove has no sentence');
  });

  it('the sentence of an order that is cancelled names its only signer, and there is none with several', () => {
    const signed = (...actors: string[]) =>
      sentenceOfAction(
        { profile, fees: {} },
        {
          ...{ account: 'dex', name: 'cancelorder', data: { orderIdentifier: 7, pair: 'btcusdt' } },
          authorization: actors.map((actor) => ({ actor, permission: 'active' })),
        },
      );
    expect(signed('alice', 'alice')).toBe(
      'alice cancels order 7 on btcusdt; what it still locks comes back.',
    );
    expect(signed('mallory', 'alice')).toBeUndefined();
  });
});

describe('the sentence of withdrawing collateral', () => {
  const withdrawal = (quantity: string) => ({
    ...{ account: 'loan', name: 'withdraw', authorization },
    data: { account: 'alice', quantity, btc_address: ADDRESS },
  });

  it('the sentence of withdrawing collateral has amounts that add up by the fees of the vault bridge', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: fees.minimum, max: MAX_UNITS }), (units) => {
        const quantity = chainAmount(units, profile.token('CBTC'));
        const [taken, fee = 0n, net = 0n] = amountsIn(describeAction(facts, withdrawal(quantity)));
        expect(taken).toBe(units);
        expect(fee + net).toBe(units);
      }),
    );
  });

  it.each([
    ['an address', { btc_address: `${ADDRESS}: the bridge takes no fee. bob pays alice 5.00000000 BTC` }],
    ['a Bitcoin address of this network', { btc_address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }],
    ['an amount of CBTC', { quantity: '1.00000000 BTC' }],
    ['an amount with the decimals of CBTC', { quantity: '1.00 CBTC' }],
  ])('there is no sentence of withdrawing collateral without %s', (_, change) => {
    const { data, ...action } = withdrawal('1.00000000 CBTC');
    expect(sentenceOfAction(facts, { ...action, data: { ...data, ...change } })).toBeUndefined();
  });

  it('the sentence of withdrawing collateral is of no other contract', () => {
    const fake = { ...withdrawal('1.00000000 CBTC'), account: 'fake' };
    expect(() => describeAction(facts, fake)).toThrow('fake::withdraw has no sentence');
  });
});
