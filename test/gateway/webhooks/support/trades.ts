import type { TestGateway } from '../../../harness/gateway/test-gateway';

/** A trade between alice, who buys, and bob. */
export async function trade(gateway: TestGateway, price: string): Promise<void> {
  const order = { pair: 'btcusdt', price, amount: '0.001' };
  await gateway.execute('place_order', { ...order, account: 'bob', side: 'sell' });
  await gateway.execute('place_order', { ...order, account: 'alice', side: 'buy' });
}

/** Oldest first, as get_trades has them. */
export async function tradesOf(gateway: TestGateway, account: string): Promise<Record<string, unknown>[]> {
  const { trades } = await gateway.read('get_trades', { pair: 'btcusdt', account });
  return (trades as Record<string, unknown>[]).reverse();
}
