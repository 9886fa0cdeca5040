// The tools measured by the benchmarks, each with the input that is repeated.
export const ALL_TOOLS = [
  ['get_chain_info', {}],
  ['get_table_rows', { code: 'btc.token', scope: 'alice', table: 'accounts', limit: 10 }],
  ['get_account', { account: 'alice' }],
  ['get_orderbook', { pair: 'btcusdt', depth: 200 }],
  ['get_trades', { pair: 'btcusdt', account: 'alice' }],
  ['get_loans', {}],
  ['get_vault', { account: 'dave' }],
  ['transfer', { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001' }],
  ['place_order', { account: 'alice', pair: 'btcusdt', side: 'sell', price: '90000', amount: '0.001' }],
  ['borrow', { account: 'alice', amount_usdt: '500', max_apr_bps: 2000 }],
];

/** The tools named by `--only a,b` in the arguments, or undefined without it. */
export function onlyArgument(args, separator = ',') {
  const at = args.indexOf('--only');
  return at === -1 ? undefined : (args[at + 1] ?? '').split(separator);
}

/** @throws if no tool is left. */
export function selectTools(only) {
  const selected = ALL_TOOLS.filter(([name]) => only === undefined || only.includes(name));
  if (selected.length > 0) return selected;
  throw new Error(`--only names none of ${ALL_TOOLS.map(([name]) => name).join(', ')}`);
}
