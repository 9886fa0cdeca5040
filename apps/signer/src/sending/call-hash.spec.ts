import { createHash } from 'node:crypto';
import { type ComposeCall, DEVELOPMENT_PROFILE, expectedActions } from '@app/client';
import { SENDABLE } from '../rules/judge';
import { approvalCode, callHash, effectText, questionHash } from './call-hash';

const KEY = Buffer.alloc(32, 7);

describe('the code of an approval', () => {
  it.each([
    ['for one more reason', 'a', ['amount', 'hours']],
    ['for another reason', 'a', ['hours']],
    ['for a worse price', 'a', ['price 200']],
    ['for another call', 'b', ['amount']],
    ['with reasons in one text', 'a', ['amount","hours']],
  ])('a question %s has another code', (_, call, covers) => {
    const code = approvalCode(KEY, 'one', questionHash('a', ['amount']));
    expect(code).toMatch(/^[0-9a-f]{16}$/);
    expect(approvalCode(KEY, 'one', questionHash(call, covers))).not.toBe(code);
  });

  it('questions whose hashes begin alike have different codes: an agent cannot look for them without the key', () => {
    const [one, other] = ['0', '1'].map((end) => `${'ab'.repeat(31)}0${end}`) as [string, string];
    const code = approvalCode(KEY, 'one', one);
    expect(approvalCode(KEY, 'one', other)).not.toBe(code);
    expect(approvalCode(Buffer.alloc(32, 8), 'one', one)).not.toBe(code);
    expect(approvalCode(KEY, 'two', one)).not.toBe(code);
    // Nothing that an agent can compute by itself.
    const known = `approval\none\n${one}`;
    for (const text of [one, known, `${known}\n`])
      expect(createHash('sha256').update(text).digest('hex')).not.toContain(code);
    expect(one).not.toContain(code);
  });
});

describe('the text of an approval', () => {
  const CALLS: Record<(typeof SENDABLE)[number], Record<string, unknown>> = {
    transfer: { from: 'alice', to: 'bob', symbol: 'USDT', amount: '5', memo: 'rent' },
    place_order: { account: 'alice', pair: 'btcusdt', side: 'buy', price: '70000', amount: '0.1' },
    cancel_order: { account: 'alice', order_id: 7, pair: 'btcusdt' },
    lend: { account: 'alice', amount_usdt: '5', pool_id: 6 },
    redeem: { account: 'alice', amount_tpf: '5', pool_id: 6 },
    cancel_redeem: { account: 'alice', id: 7 },
    borrow: { account: 'alice', amount_usdt: '1000', pool_id: 6, max_apr_bps: 2000 },
    cancel_loan_request: { account: 'alice' },
    repay: { account: 'alice', amount_usdt: '5' },
    withdraw_btc: { account: 'alice', amount: '0.1', btc_address: 'bc1qone' },
    withdraw_collateral: { account: 'alice', amount_cbtc: '0.1', btc_address: 'bc1qone' },
  };
  const shareTokens = { 6: 'TPF', 7: 'TPF' };
  const rebuilt = (tool: string, body: Record<string, unknown>) =>
    expectedActions(
      { tool, body } as unknown as ComposeCall,
      { ...DEVELOPMENT_PROFILE, share_tokens: shareTokens },
      'active',
    );
  const textOf = (tool: string, body: Record<string, unknown>): string =>
    effectText(rebuilt(tool, body), (token) => DEVELOPMENT_PROFILE.tokens[token]?.precision ?? 0);

  it('a loan names its highest rate and its pool, beside the amount', () => {
    expect(textOf('borrow', CALLS.borrow)).toBe(
      'borrows 1000.00000000 USDT for alice, loan::borrowvar (account alice, amount 1000.00000000 USDT, pool_id 6, ' +
        'max_apr_bps 2000), loan::processqueue',
    );
  });

  it('a call that moves no tokens names what it cancels', () => {
    expect(textOf('cancel_redeem', CALLS.cancel_redeem)).toMatch(/^loan::cancelredeem \(.*\bid 7\)$/);
    expect(textOf('cancel_order', CALLS.cancel_order)).toMatch(/^dex::cancelorder \(orderIdentifier 7, pair/);
  });

  it('a text that could be read as a further member is quoted', () => {
    const body = { ...CALLS.withdraw_collateral, btc_address: 'bc1qone), pays 0.1' };
    expect(textOf('withdraw_collateral', body)).toMatch(/btc_address "bc1qone\), pays 0\.1"\)$/);
  });

  const others: Record<string, unknown> = {
    amount: '6',
    amount_usdt: '6',
    amount_tpf: '6',
    amount_cbtc: '6',
    btc_address: 'bc1qother',
    id: 8,
    max_apr_bps: 2001,
    memo: 'gift',
    order_id: 8,
    pair: 'nativebtc',
    pool_id: 7,
    price: '70001',
    side: 'sell',
    symbol: 'BTC',
    to: 'carol',
  };
  const changes = SENDABLE.flatMap((tool) =>
    Object.keys(CALLS[tool])
      .filter((member) => member in others)
      .map((member) => [tool, member] as const),
  );

  it.each(changes)('%s with another %s has another text, as it has another hash', (tool, member) => {
    const other = { ...CALLS[tool], [member]: others[member] };
    expect(callHash(rebuilt(tool, other).actions)).not.toBe(callHash(rebuilt(tool, CALLS[tool]).actions));
    expect(textOf(tool, other)).not.toBe(textOf(tool, CALLS[tool]));
  });
});
