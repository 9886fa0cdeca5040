import { SpendingState } from '../ledger/spending-rules';
import { readPolicy } from '../policy/policy';
import { EXAMPLE_POLICY, policyText, PROFILE_TEXT } from '../testing/example-policy';
import { judge } from './judge';
import { newReceiverReasons, receiversOf } from './new-receivers';

const HOME = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';
const RESERVED = { type: 'reserve', request: 'r', call: 'c', packed: '', units: {}, signed_at: 1 } as const;

describe('the first payment to a receiver', () => {
  const policy = readPolicy(policyText(), PROFILE_TEXT);
  const callOf = (tool: string, input: object) => judge(tool, { ...input }, policy).call;
  const payment = callOf('transfer', { to: 'bob', symbol: 'USDT', amount: '1' });
  const covered = (state: SpendingState, call = payment, rules = policy) =>
    newReceiverReasons(call, rules, () => state).map(({ covers }) => covers);

  it.each<[string, object, string]>([
    ['withdraw_btc', { amount: '0.0001', btc_address: HOME }, HOME],
    ['withdraw_collateral', { amount_cbtc: '0.001', btc_address: HOME }, HOME],
    ['transfer', { to: 'bob', symbol: 'USDT', amount: '2', memo: 'home' }, 'bob'],
  ])('%s waits for a person until its receiver was paid', (tool, input, receiver) => {
    const state = new SpendingState();
    const call = callOf(tool, input);
    expect(covered(state, call)).toEqual([`receiver ${receiver}`]);
    state.apply({ ...RESERVED, id: 't', expires_at: 2, receivers: ['someone'] });
    expect(covered(state, call)).toEqual([`receiver ${receiver}`]);
    state.apply({ ...RESERVED, id: 'u', expires_at: 2, receivers: receiversOf(call) });
    expect(covered(state, call)).toEqual([]);
  });

  it('a payment whose room came back was none', () => {
    const state = new SpendingState();
    state.apply({ ...RESERVED, id: 't', expires_at: 2, receivers: ['bob'] });
    state.apply({ type: 'void', id: 't' });
    expect(covered(state)).toEqual(['receiver bob']);
  });

  it('orders, loans and cancellations pay no receiver, and without the rule no person is asked', () => {
    expect(receiversOf(callOf('lend', { amount_usdt: '1' }))).toEqual([]);
    expect(receiversOf(callOf('cancel_order', { pair: 'btcusdt', order_id: 1 }))).toEqual([]);
    const without = readPolicy(
      policyText({ ...EXAMPLE_POLICY, confirm: { above: { USDT: '20' } } }),
      PROFILE_TEXT,
    );
    expect(covered(new SpendingState(), payment, without)).toEqual([]);
  });
});
