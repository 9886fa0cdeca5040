import { formatPrice } from '@app/antelope';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import type { Fill } from '../matching/matching';
import type { Pair } from '../pairs';
import { tradesTable } from '../tables';

/** Writes a fill into the history and drops the trade that thereby became too old. */
export function recordTrade(
  context: ContractContext,
  { id, pair, taker, fill }: { id: bigint; pair: Pair; taker: string; fill: Fill },
  keptTrades: bigint,
): void {
  const { maker, base, quote } = fill;
  const history = context.table(tradesTable, context.receiver);
  history.emplace(context.receiver, {
    id,
    pair: pair.name,
    seller: maker.side === 'sell' ? maker.account : taker,
    buyer: maker.side === 'buy' ? maker.account : taker,
    price: formatPrice(maker.price, pair.priceDecimals),
    baseAsset: { units: base, symbol: pair.base.symbol, precision: pair.base.precision },
    quoteAsset: { units: quote, symbol: pair.quote.symbol, precision: pair.quote.precision },
    timestamp: String(context.nowMs),
    type: maker.side === 'sell' ? 'buy' : 'sell',
    blockNumber: context.blockNum,
  });
  const oldest = history.find(id - keptTrades);
  if (oldest !== undefined) history.erase(oldest);
}
