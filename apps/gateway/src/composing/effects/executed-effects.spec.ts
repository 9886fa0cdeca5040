import { bytesToHex, ByteWriter, nameToValue, tokenSymbolToValue } from '@app/antelope';
import { ContractProfile, developmentProfileFile, readProfile } from '@app/networks';
import type { ActionTrace } from '@app/upstream';
import { executedEffects } from './executed-effects';

const profile = new ContractProfile('test.yaml', readProfile(developmentProfileFile()).entries());
const memoOf = (price: number) => `sell:0.10000000 BTC:${price}.00000000 USDT`;

const order = (price: number) => ({
  ...{ account: 'btc.token', name: 'transfer', authorization: [{ actor: 'alice', permission: 'active' }] },
  data: { from: 'alice', to: 'dex', quantity: '0.10000000 BTC', memo: memoOf(price) },
});

const transfer = { ...order(0), data: { from: 'alice', to: 'bob', quantity: '0.10000000 BTC', memo: '' } };

function trace(to: string, memo: string, root: number): ActionTrace {
  const writer = new ByteWriter();
  for (const name of ['alice', to]) writer.uint64(nameToValue(name));
  writer.int64(10_000_000n);
  writer.uint64(tokenSymbolToValue({ symbol: 'BTC', precision: 8 }));
  writer.prefixed(Buffer.from(memo));
  const data = bytesToHex(writer.finish());
  return {
    ...{ receiver: 'btc.token', contract: 'btc.token', name: 'transfer', actors: ['alice'] },
    ...{ data, root },
  };
}

describe('the effects of an executed transaction', () => {
  it.each([0, 2])(
    'each order has the payments of its own action behind %s context-free actions',
    (contextFree) => {
      const actions = [order(90_000), order(91_000)];
      const traces = [90_000, 91_000].map((price, action) =>
        trace('dex', memoOf(price), contextFree + action),
      );
      const effects = executedEffects(profile, actions, traces, { signer: 'alice', contextFree });
      expect(
        effects?.orders?.map(({ action, terms, effect }) => [action, terms.price, effect.resting]),
      ).toEqual([
        [0, 90_000_00000000n, 10_000_000n],
        [1, 91_000_00000000n, 10_000_000n],
      ]);
      expect(effects?.changes).toEqual([
        { account: 'alice', token: 'BTC', change: '-0.20000000' },
        { account: 'dex', token: 'BTC', change: '0.20000000' },
      ]);
    },
  );

  it('the payments of an only action are those of its order, also where traces do not say what caused them', () => {
    const traces = [{ ...trace('dex', memoOf(90_000), 0), root: null }];
    const effects = executedEffects(profile, [order(90_000)], traces, { signer: 'alice', contextFree: 0 });
    expect(effects?.orders?.map(({ effect }) => effect.resting)).toEqual([10_000_000n]);
  });

  it.each([
    ['two orders', [order(90_000), order(91_000)], [90_000, 91_000], null],
    ['an order and another transfer', [order(90_000), transfer], [90_000], null],
    ['no order', [transfer, transfer], [], []],
  ])(
    'where traces do not say what caused them, the orders among several actions are null or none: %s',
    (_, actions, prices, known) => {
      const traces = [trace('bob', '', 0), ...prices.map((price) => trace('dex', memoOf(price), 0))];
      const unrooted = traces.map((one) => ({ ...one, root: null }));
      const effects = executedEffects(profile, actions, unrooted, { signer: 'alice', contextFree: 0 });
      expect(effects?.orders).toEqual(known);
      expect(effects?.changes).toHaveLength(prices.length === 0 ? 2 : 3);
    },
  );

  it('more changes than an answer lists are not known', () => {
    const paid = (count: number) =>
      Array.from(
        { length: count },
        (_, index) => `a${index.toString(5).padStart(6, '0').replaceAll('0', '5')}`,
      );
    const effectsOf = (count: number) =>
      executedEffects(
        profile,
        [],
        paid(count).map((to) => trace(to, '', 0)),
        { signer: 'alice', contextFree: 0 },
      );
    expect(effectsOf(499)?.changes).toHaveLength(500);
    expect(effectsOf(500)).toBeUndefined();
  });
});
