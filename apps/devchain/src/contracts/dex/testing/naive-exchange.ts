import type { Side } from '../matching/order';
import type { Pair } from '../pairs';

/** How the plain exchange sees an order. `worth` is base times price, not divided by anything. */
interface PlainOrder {
  identifier: number;
  account: string;
  side: Side;
  price: bigint;
  base: bigint;
}

export interface PlainTrade {
  pair: string;
  seller: string;
  buyer: string;
  price: bigint;
  base: bigint;
  quote: bigint;
  type: Side;
}

/**
 * The rules of docs/contracts/dex.md a second time, as plainly as possible, to compare with: a book is an array that
 * is sorted at each read; balances are a map; nothing is shared with the exchange itself.
 */
export class NaiveExchange {
  readonly books = new Map<string, PlainOrder[]>();
  readonly trades: PlainTrade[] = [];
  orders = 0;

  constructor(
    private readonly maxFills: number,
    /** Units by `account symbol`. */
    readonly balances: Map<string, bigint>,
  ) {}

  /** False when the order is refused; then nothing has changed. */
  place(pair: Pair, order: { account: string; side: Side; price: bigint; base: bigint }): boolean {
    const { account, side } = order;
    const [locked, wanted] = side === 'buy' ? [pair.quote, pair.base] : [pair.base, pair.quote];
    const lock = this.lock(pair, order);
    const isTooPoor = this.balance(account, locked.symbol) < lock;
    if (isTooPoor || order.base * order.price < this.#unit(pair) || this.#isFreeAtBest(pair, order))
      return false;
    this.#add(account, locked.symbol, -lock);
    const identifier = ++this.orders;
    let base = order.base;
    let paid = 0n;
    let ended = false;
    for (let fills = 0; base > 0n && !ended; fills++) {
      const best = this.side(pair, side === 'buy' ? 'sell' : 'buy')[0];
      if (best === undefined || (side === 'buy' ? best.price > order.price : best.price < order.price)) break;
      const traded = best.base < base ? best.base : base;
      const quote = this.worth(pair, best) - this.worth(pair, { ...best, base: best.base - traded });
      if (fills === this.maxFills || quote === 0n) {
        ended = true;
        continue;
      }
      this.#add(account, wanted.symbol, side === 'buy' ? traded : quote);
      this.#add(best.account, locked.symbol, side === 'buy' ? quote : traded);
      paid += side === 'buy' ? quote : traded;
      this.#record(pair, { account, side }, best, { base: traded, quote });
      base -= traded;
      best.base -= traded;
      if (best.base * best.price < this.#unit(pair)) {
        // Dust of the maker goes back to it.
        this.#add(best.account, wanted.symbol, this.lock(pair, best));
        this.#drop(pair, best);
      }
    }
    const rest: PlainOrder = { identifier, ...order, base };
    const rests = !ended && base * order.price >= this.#unit(pair);
    if (rests) this.book(pair).push(rest);
    this.#add(account, locked.symbol, lock - paid - (rests ? this.lock(pair, rest) : 0n));
    return true;
  }

  cancel(pair: Pair, account: string, identifier: number): boolean {
    const order = this.book(pair).find((entry) => entry.identifier === identifier);
    if (order?.account !== account) return false;
    this.#drop(pair, order);
    this.#add(account, (order.side === 'buy' ? pair.quote : pair.base).symbol, this.lock(pair, order));
    return true;
  }

  book(pair: Pair): PlainOrder[] {
    const book = this.books.get(pair.name) ?? [];
    this.books.set(pair.name, book);
    return book;
  }

  /** Best first. */
  side(pair: Pair, side: Side): PlainOrder[] {
    return this.book(pair)
      .filter((order) => order.side === side)
      .sort((left, right) => {
        const better = Number(left.price - right.price) * (side === 'buy' ? -1 : 1);
        return better === 0 ? left.identifier - right.identifier : better;
      });
  }

  /** Identifier of the newest order that was accepted, in a book or not. */
  get lastOrder(): number {
    return this.orders;
  }

  balance(account: string, symbol: string): bigint {
    return this.balances.get(`${account} ${symbol}`) ?? 0n;
  }

  lock(pair: Pair, order: { side: Side; base: bigint; price: bigint }): bigint {
    return order.side === 'buy' ? this.worth(pair, order) : order.base;
  }

  worth(pair: Pair, { side, base, price }: { side: Side; base: bigint; price: bigint }): bigint {
    const unit = this.#unit(pair);
    return side === 'buy'
      ? (base * price + unit - 1n) / unit
      : (base * price - ((base * price) % unit)) / unit;
  }

  /** One unit of quote, in units of base times units of price. */
  #unit(pair: Pair): bigint {
    return BigInt(`1${'0'.repeat(pair.base.precision + pair.priceDecimals - pair.quote.precision)}`);
  }

  /** A first trade for nothing is a refusal. */
  #isFreeAtBest(pair: Pair, order: { side: Side; price: bigint; base: bigint }): boolean {
    const best = this.side(pair, order.side === 'buy' ? 'sell' : 'buy')[0];
    if (best === undefined || order.base >= best.base) return false;
    if (order.side === 'buy' ? best.price > order.price : best.price < order.price) return false;
    return this.worth(pair, best) === this.worth(pair, { ...best, base: best.base - order.base });
  }

  #record(
    pair: Pair,
    taker: { account: string; side: Side },
    maker: PlainOrder,
    amounts: { base: bigint; quote: bigint },
  ): void {
    const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
    this.trades.push({
      pair: pair.name,
      seller: seller.account,
      buyer: buyer.account,
      price: maker.price,
      ...amounts,
      type: taker.side,
    });
  }

  #drop(pair: Pair, order: PlainOrder): void {
    this.books.set(
      pair.name,
      this.book(pair).filter((entry) => entry !== order),
    );
  }

  #add(account: string, symbol: string, units: bigint): void {
    this.balances.set(`${account} ${symbol}`, this.balance(account, symbol) + units);
  }
}
