import { cancelOrderCall } from './cancel-order';
import type { OpenOrder } from '../table-rows/open-order';
import { brandedProfile as profile } from '../testing/branded-profile';

const wanted = { account: 'alice', pair: profile.pair('nativebtc')!, order_id: 7 };
const order: OpenOrder = {
  ...{ id: 7n, account: 'alice', side: 'sell', price: 1n, amount: 1n, total: 1n },
};

describe('a cancellation', () => {
  it("a cancellation has the chain's own names", () => {
    expect(cancelOrderCall(wanted, order, profile)).toEqual({
      account: 'swap.acc',
      name: 'remove',
      data: { owner: 'alice', number: 7, market: 'coinbtc' },
    });
  });

  it.each([
    [undefined, 'order_id: there is no open order 7 on nativebtc'],
    [{ ...order, account: 'bob' }, 'order_id: order 7 on nativebtc belongs to another account'],
  ])('a cancellation of %p is refused', (found, message) => {
    expect(() => cancelOrderCall(wanted, found, profile)).toThrow(message);
  });
});
