import type { Trade } from '../../table-rows/trade';
import type { PlacedOrder } from './executed-effects';

/**
 * The trades of an order, by what the exchange paid for each of them: a run of trades of the account whose makers were
 * paid these amounts in this order. Undefined where no run fits, or several do. Pure.
 * @param trades of the pair in the block of the order, oldest first
 */
export function fillsOf(
  { terms, effect, movements }: PlacedOrder,
  trades: readonly Trade[],
  exchange: string,
): readonly Trade[] | undefined {
  if (effect.filled === 0n) return [];
  const { account, side, pair } = terms;
  const paid = side === 'buy' ? pair.quote : pair.base;
  const paidToMakers = movements.filter(
    ({ from, memo, token }) =>
      from === exchange &&
      memo === `trade ${pair.chainName}` &&
      token.contract === paid.contract &&
      token.name === paid.apiSymbol,
  );
  const isFill = (trade: Trade, index: number): boolean => {
    const payment = paidToMakers[index];
    const [taker, maker] = side === 'buy' ? [trade.buyer, trade.seller] : [trade.seller, trade.buyer];
    return (
      trade.side === side &&
      taker === account &&
      maker === payment?.to &&
      payment.units === (side === 'buy' ? trade.total : trade.amount)
    );
  };
  const runs = trades
    .map((_, from) => trades.slice(from, from + paidToMakers.length))
    .filter(
      (run) =>
        run.length === paidToMakers.length &&
        run.every(isFill) &&
        run.reduce((sum, { amount }) => sum + amount, 0n) === effect.filled,
    );
  return runs.length === 1 ? runs[0] : undefined;
}
