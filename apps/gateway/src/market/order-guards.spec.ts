import { brandedProfile as profile } from '../testing/branded-profile';
import { requireGuards, requireNoGuards } from './order-guards';
import { buildOrderbook } from './orderbook';
import { orderTerms } from './place-order';

const terms = orderTerms(
  { account: 'alice', side: 'buy', price: '80000', amount: '1' },
  profile.pair('btcusdt')!,
);
const filled = { filled: 1n, averagePrice: 8_000_000_000_000n, resting: 0n, refunded: 0n };
const empty = { book: buildOrderbook([]), isBookChanged: false };

describe('the guards of an order', () => {
  it.each([{ post_only: true }, { post_only: false, max_slippage_bps: 100 }])(
    'the guards of an order refuse with %j when the fills are not known',
    (guards) => {
      const [field] = Object.entries(guards).findLast(([, value]) => value !== false)!;
      expect(() => {
        requireGuards(guards, terms, empty, undefined);
      }).toThrow(`${field}: cannot be checked`);
    },
  );

  it.each([
    ['is not known', empty],
    ['could not be read', { book: undefined, isBookChanged: false }],
  ])('the guards of an order refuse with max_slippage_bps when the best price %s', (_, facts) => {
    expect(() => {
      requireGuards({ post_only: false, max_slippage_bps: 100 }, terms, facts, filled);
    }).toThrow('max_slippage_bps: cannot be checked');
  });

  it('the guards of an order refuse max_slippage_bps where an earlier step changed the book, unless nothing trades', () => {
    const changed = { ...empty, isBookChanged: true };
    const guards = { post_only: false, max_slippage_bps: 10_000 };
    expect(() => {
      requireGuards(guards, terms, changed, filled);
    }).toThrow('max_slippage_bps: cannot be checked: an earlier step changes');
    requireGuards(guards, terms, changed, { ...filled, filled: 0n, averagePrice: null });
  });

  it('the guards of an order refuse a dry run that failed, with its error', () => {
    const refusal = 'post_only: cannot be checked: the dry run fails: overdrawn balance';
    expect(() => requireNoGuards({ post_only: true, max_slippage_bps: 0 }, 'overdrawn balance')).toThrow(
      refusal,
    );
    expect(() => requireNoGuards({ post_only: false, max_slippage_bps: 0 }, null)).toThrow(
      /^max_slippage_bps: cannot be checked: the dry run fails$/,
    );
    requireNoGuards({ post_only: false }, 'overdrawn balance');
  });

  it('the guards of an order that has none refuse nothing, and max_slippage_bps nothing without fills', () => {
    requireGuards({ post_only: false }, terms, empty, undefined);
    const resting = { ...filled, filled: 0n, averagePrice: null };
    expect(() => {
      requireGuards({ post_only: true, max_slippage_bps: 0 }, terms, empty, resting);
    }).not.toThrow();
  });
});
