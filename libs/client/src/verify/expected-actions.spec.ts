import { DEVELOPMENT_PROFILE } from '../chain/development.ts';
import { type ComposeCall, expectedActions } from './expected-actions.ts';

const rebuilt = (tool: string, body: object) =>
  expectedActions({ tool, body } as unknown as ComposeCall, DEVELOPMENT_PROFILE, 'active');
const PAYMENT = { from: 'alice', to: 'bob', symbol: 'USDT', amount: '1' };
const ORDER = { account: 'alice', pair: 'btcusdt', side: 'sell', price: '80000', amount: '0.001' };
const OTHER_TYPES = [null, true, 6.5, Number.NaN, 2 ** 53, [6], ['6'], { toString: () => '6' }];

describe('the actions of a call', () => {
  it.each([
    ['lend', { account: 'alice', amount_usdt: '1' }],
    ['redeem', { account: 'alice', amount_tpf: '1' }],
    ['borrow', { account: 'alice', amount_usdt: '1000', max_apr_bps: 2000 }],
  ])('%s has no actions with a pool that is no whole number', (tool, body) => {
    expect(rebuilt(tool, body)).toEqual(rebuilt(tool, { ...body, pool_id: 6 }));
    for (const pool_id of OTHER_TYPES) expect(() => rebuilt(tool, { ...body, pool_id })).toThrow(RangeError);
  });

  it.each<[string, object, string]>([
    ['transfer', PAYMENT, 'symbol'],
    ['transfer', PAYMENT, 'amount'],
    ['transfer', PAYMENT, 'to'],
    ['transfer', { ...PAYMENT, memo: 'thanks' }, 'memo'],
    ['place_order', ORDER, 'pair'],
    ['place_order', ORDER, 'side'],
    ['place_order', ORDER, 'price'],
    ['withdraw_btc', { account: 'alice', amount: '1', btc_address: 'bc1qa' }, 'btc_address'],
  ])('%s %j has no actions with a list as %s', (tool, body, member) => {
    expect(rebuilt(tool, body).actions).toHaveLength(1);
    const value = (body as Record<string, unknown>)[member];
    expect(() => rebuilt(tool, { ...body, [member]: [value] })).toThrow(RangeError);
    expect(() => rebuilt(tool, { ...body, [member]: null })).toThrow(RangeError);
  });
});
