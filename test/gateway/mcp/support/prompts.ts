const KEY = 'PUB_K1_8PpZrrWkNgBexRvXa4RzfxpLRnd7csfM9QVTS7nyHwrHMPCNx8';

/** Arguments of every prompt but explain_proposal, which needs the bytes of a proposal. */
export const PROMPTS: Record<string, Record<string, string>> = {
  check_my_account: { account: 'alice' },
  lend_and_exit: { account: 'alice', amount_usdt: '100' },
  move_btc_in_and_out: { account: 'alice', direction: 'out' },
  open_loan_safely: { account: 'alice', amount_usdt: '100', max_apr_bps: '700' },
  place_order_with_price_guard: {
    ...{ account: 'alice', pair: 'btcusdt', side: 'buy', price: '80000', amount: '0.01' },
  },
  set_up_restricted_permission: { account: 'alice', permission: 'trader', public_key: KEY },
};
