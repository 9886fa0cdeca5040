import {
  nameFromValue,
  parseAmount,
  packTransaction as packedByLibrary,
  quoteUnitsOf,
  signingDigest as digestByLibrary,
  transactionId as idByLibrary,
} from '@app/antelope';
import {
  DEVELOPMENT_PROFILE,
  expectedActions,
  packTransaction,
  signingDigest,
  transactionId,
} from '@app/client';
import fc from 'fast-check';
import { costOf, decimalText, unitsOf } from '../../../libs/client/src/chain/amounts.ts';

const names = fc
  .bigInt({ min: 1n, max: (1n << 64n) - 1n })
  .map(nameFromValue)
  .filter((name) => name !== '' && !name.endsWith('.'));
const action = fc.record({
  account: names,
  name: names,
  actor: names,
  permission: names,
  data: fc.uint8Array({ maxLength: 300 }),
});
const header = fc.record({
  expiration: fc.nat(0xffffffff),
  refBlockNum: fc.nat(0xffff),
  refBlockPrefix: fc.nat(0xffffffff),
  maxNetUsageWords: fc.nat(0xffffffff),
});

describe('the bytes of the client', () => {
  it('packTransaction, transactionId and signingDigest give what libs/antelope gives', async () => {
    await fc.assert(
      fc.asyncProperty(header, fc.array(action, { maxLength: 4 }), async (head, actions) => {
        const packed = packTransaction(head, actions);
        const theirs = packedByLibrary({
          expiration: new Date(head.expiration * 1000).toISOString().slice(0, 19),
          ref_block_num: head.refBlockNum,
          ref_block_prefix: head.refBlockPrefix,
          max_net_usage_words: head.maxNetUsageWords,
          max_cpu_usage_ms: 0,
          delay_sec: 0,
          context_free_actions: [],
          transaction_extensions: [],
          actions: actions.map(({ account, name, actor, permission, data }) => ({
            account,
            name,
            authorization: [{ actor, permission }],
            data: Buffer.from(data).toString('hex'),
          })),
        });
        expect(packed).toEqual(theirs);
        const chain = 'ab'.repeat(32);
        expect(await transactionId(packed)).toBe(idByLibrary(packed));
        expect(await signingDigest(chain, packed)).toEqual(digestByLibrary(chain, theirs));
      }),
    );
  });

  it('unitsOf reads an amount as libs/antelope does, or refuses it as well', () => {
    const texts = fc.oneof(
      fc.stringMatching(/^[0-9]{1,20}(\.[0-9]{0,10})?$/),
      fc.stringMatching(/^[-+0-9.e ]{0,8}$/),
    );
    fc.assert(
      fc.property(texts, fc.nat(9), (text, precision) => {
        const attempt = <T>(read: () => T): T | undefined => {
          try {
            return read();
          } catch {
            return undefined;
          }
        };
        const units = attempt(() => unitsOf(text, precision));
        expect(units).toBe(attempt(() => parseAmount(text, { symbol: 'X', precision })));
        if (units !== undefined) expect(unitsOf(decimalText(units, precision), precision)).toBe(units);
      }),
      { numRuns: 1000 },
    );
  });

  it('unitsOf refuses numbers, exponents, signs, zero and further decimals', () => {
    for (const text of [
      1,
      null,
      '1e2',
      '-0',
      '-1',
      '0',
      '0.000',
      '01',
      '1.',
      '.5',
      ' 1',
      '1.123456789',
      '4611686018427387904',
    ])
      expect(() => unitsOf(text, text === '4611686018427387904' ? 0 : 8)).toThrow(RangeError);
  });

  it('costOf rounds up as the exchange does', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(units, units, (amount, price) => {
        const cost = costOf({ units: amount, precision: 8 }, { units: price, decimals: 8 }, 8);
        expect(cost).toBe(quoteUnitsOf(amount, 8, price, 8, 8, 'ceil'));
      }),
    );
  });

  it.each([
    ['name', { to: 'Evil' }],
    ['name with a point at its end', { to: 'bob.' }],
    ['memo with half a surrogate pair', { memo: '\ud800' }],
    ['token', { symbol: 'EVIL' }],
    ['token of the prototype', { symbol: 'constructor' }],
    ['amount with nine decimals', { amount: '0.000000001' }],
    ['permission', { permission: 'owner' }],
  ])('expectedActions refuses a call with another %s', (_, change) => {
    const body = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '1', ...change };
    expect(() => expectedActions({ tool: 'transfer', body } as never, DEVELOPMENT_PROFILE, 'active')).toThrow(
      RangeError,
    );
  });
});
