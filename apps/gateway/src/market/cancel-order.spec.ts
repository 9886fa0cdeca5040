import type { Json } from '@app/antelope';
import { cancelOrderCall, cancelOrderSentence } from './cancel-order';
import type { OpenOrder } from '../chain/open-order';
import { brandedProfile as profile } from './testing/branded-profile';

const wanted = { account: 'alice', pair: 'nativebtc', order_id: 7 } as const;
const order: OpenOrder = {
  ...{ id: 7n, account: 'alice', side: 'sell', price: 1n, amount: 1n, total: 1n },
};

describe('a cancellation', () => {
  it('is spelled as the chain spells it', () => {
    expect(cancelOrderCall(wanted, order, profile)).toEqual({
      account: 'swap.acc',
      name: 'remove',
      data: { owner: 'alice', number: 7, market: 'coinbtc' },
    });
  });

  it.each([
    [undefined, 'order_id: there is no open order 7 on nativebtc'],
    [{ ...order, account: 'bob' }, 'order_id: order 7 on nativebtc belongs to another account'],
  ])('of %p is refused', (found, message) => {
    expect(() => cancelOrderCall(wanted, found, profile)).toThrow(message);
  });

  const told = (data: Json) =>
    cancelOrderSentence(profile, {
      account: 'swap.acc',
      name: 'remove',
      authorization: [{ actor: 'alice', permission: 'agent' }],
      data,
    });

  it('is told in one sentence, whichever way the chain writes its number', () => {
    expect(told({ owner: 'alice', number: 7, market: 'coinbtc' })).toBe(
      'alice cancels order 7 on nativebtc; what it still locks comes back.',
    );
    expect(told({ owner: 'alice', number: '9007199254740991', market: 'coinbtc' })).toContain(
      'order 9007199254740991 on nativebtc',
    );
  });

  it('is not told of data that is none', () => {
    expect(() => told({ number: 7 })).toThrow('cancels no order');
  });
});
