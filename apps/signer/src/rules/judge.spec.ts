import { readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { judge } from './judge';

const policy = readPolicy(policyText(), PROFILE_TEXT);
const ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const OTHER_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const order = { pair: 'btcusdt', side: 'buy', price: '80000', amount: '0.0001' };

describe('judge', () => {
  it.each<[string, object, [string, bigint][]]>([
    ['transfer', { to: 'bob', symbol: 'USDT', amount: '10' }, [['USDT', 10_00000000n]]],
    ['transfer', { to: 'bob', symbol: 'USDT', amount: '0.00000001', memo: 'home' }, [['USDT', 1n]]],
    // 8.00000000000000..1 USDT is rounded up, as the exchange does.
    ['place_order', { ...order, price: '80000.00000001' }, [['USDT', 8_00000001n]]],
    ['place_order', { ...order, side: 'sell' }, [['BTC', 10_000n]]],
    ['cancel_order', { pair: 'btcusdt', order_id: 3 }, []],
    ['lend', { amount_usdt: '20' }, [['USDT', 20_00000000n]]],
    ['redeem', { amount_tpf: '7' }, [['TPF', 7_00000000n]]],
    ['cancel_redeem', { id: 3 }, []],
    ['borrow', { amount_usdt: '1000', max_apr_bps: 500 }, [['debt USDT', 1000_00000000n]]],
    ['cancel_loan_request', {}, []],
    ['repay', { amount_usdt: '1' }, [['USDT', 1_00000000n]]],
    ['withdraw_btc', { amount: '0.0005', btc_address: ADDRESS }, [['BTC', 50_000n]]],
    ['withdraw_collateral', { amount_cbtc: '0.01', btc_address: ADDRESS }, [['collateral CBTC', 1_000_000n]]],
  ])('%s of %j takes its room', (tool, input, room) => {
    const { units, needsApproval } = judge(tool, { ...input }, policy);
    expect([...units]).toEqual([['transactions', 1n], ...room]);
    expect(needsApproval).toBe(tool === 'borrow');
  });

  it.each<[string, object]>([
    ['lend', { amount_usdt: '20', pool_id: null }],
    ['redeem', { amount_tpf: '7', pool_id: null }],
    ['borrow', { amount_usdt: '1000', max_apr_bps: 500, pool_id: [6] }],
    ['transfer', { to: 'bob', symbol: ['USDT'], amount: '10' }],
    ['transfer', { to: 'bob', symbol: 'USDT', amount: '10', memo: null }],
    ['transfer', { to: { bob: 1 }, symbol: 'USDT', amount: '10' }],
  ])('%s of %j is refused: null, lists and objects are no fields of a tool', (tool, input) => {
    expect(() => judge(tool, { ...input }, policy)).toThrow(
      expect.objectContaining({ rule: 'arguments' }) as Error,
    );
  });

  it('an amount above the limit of the policy needs a person', () => {
    const transfer = { to: 'bob', symbol: 'USDT', amount: '20' };
    expect(judge('transfer', transfer, policy).needsApproval).toBe(false);
    expect(judge('transfer', { ...transfer, amount: '20.00000001' }, policy).needsApproval).toBe(true);
  });

  it.each<[string, string, object]>([
    ['receiver', 'transfer', { to: 'carol', symbol: 'USDT', amount: '1' }],
    ['receiver', 'transfer', { to: 'dex', symbol: 'USDT', amount: '1' }],
    ['memo', 'transfer', { to: 'bob', symbol: 'USDT', amount: '1', memo: 'buy' }],
    ['not_allowed', 'transfer', { to: 'bob', symbol: 'BTC', amount: '0.0001' }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: '1e2' }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: '-0' }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: 1 }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: '1.000000001' }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: '1', from: 'carol' }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: '1', permission: 'active' }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: '1', network: 'testnet' }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: '1', request_id: 'r' }],
    ['arguments', 'transfer', { to: 'bob', symbol: 'USDT', amount: '1', detail: 'concise' }],
    ['arguments', 'transfer', { to: 'bob', symbol: ['USDT'], amount: '1' }],
    ['arguments', 'lend', { amount_usdt: '1', pool_id: null }],
    ['cap', 'transfer', { to: 'bob', symbol: 'USDT', amount: '25.00000001' }],
    ['price', 'place_order', { ...order, price: '160000.00000001' }],
    ['price', 'place_order', { ...order, side: 'sell', price: '39999.99999999' }],
    ['not_allowed', 'place_order', { ...order, pair: 'nativebtc', price: '0.00001', amount: '1' }],
    ['arguments', 'place_order', { ...order, side: 'both' }],
    ['not_allowed', 'lend', { amount_usdt: '1', pool_id: 5 }],
    ['price', 'borrow', { amount_usdt: '1', max_apr_bps: 501 }],
    ['cap', 'borrow', { amount_usdt: '1000.00000001', max_apr_bps: 500 }],
    ['not_allowed', 'compose_plan', { steps: [{ tool: 'repay', input: { amount_usdt: '1' } }] }],
    ['receiver', 'withdraw_btc', { amount: '0.0005', btc_address: OTHER_ADDRESS }],
    ['receiver', 'withdraw_collateral', { amount_cbtc: '0.01', btc_address: OTHER_ADDRESS }],
    ['not_allowed', 'setup_vault', {}],
    ['not_allowed', 'push_transaction', {}],
    // Tools that compose and that this program does not know: newer ones of the gateway.
    [
      'not_allowed',
      'compose_plan',
      { steps: [{ tool: 'transfer', to: 'bob', symbol: 'USDT', amount: '1' }] },
    ],
    ['not_allowed', 'compose_anything', { to: 'bob', symbol: 'USDT', amount: '1' }],
    ['not_allowed', 'toString', {}],
    ['not_allowed', 'constructor', {}],
  ])('%s refuses %s of %j', (rule, tool, input) => {
    expect(() => judge(tool, { ...input }, policy)).toThrow(
      expect.objectContaining({ name: 'Refusal', rule }),
    );
  });

  it('a field that is misspelt or missing is named', () => {
    const misspelt = { to: 'bob', symbol: 'USDT', amout: '1' };
    expect(() => judge('transfer', misspelt, policy)).toThrow('unknown field "amout"; amount: is required');
  });

  it('a transfer to a contract of the profile is refused where the policy names it', () => {
    const named = { ...EXAMPLE_POLICY, allow: { transfer: { USDT: { to: ['bob', 'dex', 'btc.token'] } } } };
    const own = readPolicy(policyText(named), PROFILE_TEXT);
    for (const to of ['dex', 'btc.token'])
      expect(() => judge('transfer', { to, symbol: 'USDT', amount: '1' }, own)).toThrow('is no receiver');
  });

  it('a token without a cap cannot be spent where a rule names it', () => {
    const caps = { BTC: EXAMPLE_POLICY.caps!.BTC };
    const own = readPolicy(policyText({ ...EXAMPLE_POLICY, caps }), PROFILE_TEXT);
    expect(() => judge('repay', { amount_usdt: '1' }, own)).toThrow('USDT has no cap');
  });
});
