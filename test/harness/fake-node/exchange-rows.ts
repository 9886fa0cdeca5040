import { type FakeNode, json } from './fake-node';

/** Answer to get_account of an account without permissions and limits. */
export function accountRow(account_name: string): object {
  const limits = { used: 0, available: 0, max: 0 };
  return {
    ...{ account_name, created: '2026-11-21T12:00:00.000', ram_quota: -1, ram_usage: 0 },
    ...{ cpu_limit: limits, net_limit: limits, permissions: [] },
  };
}

/** A trade of the pair btcusdt in the table of the exchange, carol being the buyer. */
export const tradeRow = (
  id: number,
  blockNumber: number,
  { amount = '0.00100000', seller = 'alice' } = {},
) => ({
  ...{ id, pair: 'btcusdt', seller, buyer: 'carol' },
  ...{ price: '80000.00000000', baseAsset: `${amount} BTC`, quoteAsset: '80.00000000 USDT' },
  ...{ timestamp: '1772366400500', type: 'sell', blockNumber },
});

/**
 * Has a node know every account, and the trades 1 to `newest` in pages, newest first.
 * @param onRead called with the query of each page
 */
export function serveTrades(
  node: FakeNode,
  newest: number,
  rowOf: (id: number) => object,
  onRead: (query: Readonly<Record<string, string>>) => void,
): void {
  node.override = (route, body, response) => {
    if (route === '/v1/chain/get_account') {
      json(response, 200, accountRow((JSON.parse(body) as { account_name: string }).account_name));
      return true;
    }
    if (route !== '/v1/chain/get_table_rows') return false;
    const query = JSON.parse(body) as Record<string, string>;
    if (query['table'] !== 'history2') return false;
    onRead(query);
    const first = Math.min(newest, Number(query['upper_bound'] ?? newest));
    const count = Math.min(Number(query['limit']), first);
    const rows = Array.from({ length: count }, (_, index) => rowOf(first - index));
    const next = first - count;
    json(response, 200, { rows, more: next > 0, next_key: next > 0 ? String(next) : '' });
    return true;
  };
}
