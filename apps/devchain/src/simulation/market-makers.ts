import { type Pair, pairNamed } from '../contracts/dex/pairs';
import { ACTORS } from './actors';
import type { SeededRandom } from './seeded-random';
import type { InProcessClient } from '../client/in-process-client';
import type { MarketPrice } from './market-price';
import { bestOrder, cancelling, ordersOf, placing } from './orders';
import { distancePpm, quotesOf, type QuotingStyle } from './quoting';

interface Market {
  readonly pair: Pair;
  readonly fair: (price: MarketPrice, timeMs: number) => bigint;
  readonly style: QuotingStyle;
}

/** Changes per turn while the books are filled first. */
const FIRST_CHANGES = 12;
/** The taker pays at most this much more than the fair price. */
const PATIENCE_PPM = 5_000;

const MARKETS: readonly Market[] = [
  {
    pair: knownPair('btcusdt'),
    fair: (price, timeMs) => price.btc(timeMs),
    style: {
      ...{ nearestPpm: 300, farthestPpm: 12_000, depth: 12, changes: 2 },
      ...{ smallest: 100_000n, largest: 25_000_000n, tick: 1_000_000n },
    },
  },
  {
    pair: knownPair('nativebtc'),
    fair: (price, timeMs) => price.native(timeMs),
    style: {
      ...{ nearestPpm: 1_000, farthestPpm: 40_000, depth: 12, changes: 2 },
      ...{ smallest: 1_000_000n, largest: 500_000_000n, tick: 1n },
    },
  },
];

/** Turns of makers: every maker on every market. */
const TURNS = MARKETS.flatMap((market) => ACTORS.makers.map((maker) => ({ maker, market })));

/** Fills the books of an empty exchange. */
export function openMarkets(chain: InProcessClient, price: MarketPrice, random: SeededRandom): void {
  for (const { maker, market } of TURNS) {
    const style = { ...market.style, changes: FIRST_CHANGES };
    quote(chain, maker, { ...market, style }, { price, random });
  }
}

/** Updates the quotes of one maker on one market. */
export function quoteInTurn(
  chain: InProcessClient,
  turn: number,
  price: MarketPrice,
  random: SeededRandom,
): void {
  const next = TURNS[turn % TURNS.length];
  if (next !== undefined) quote(chain, next.maker, next.market, { price, random });
}

/** The taker trades against the best order of a random side. */
export function takeInTurn(
  chain: InProcessClient,
  turn: number,
  price: MarketPrice,
  random: SeededRandom,
): void {
  const market = MARKETS[turn % MARKETS.length];
  if (market === undefined) return;
  const { pair, style, fair } = market;
  const side = random.chance(2) ? 'buy' : 'sell';
  const best = bestOrder(chain, pair, side === 'buy' ? 'sell' : 'buy');
  const left = ordersOf(chain, ACTORS.taker, pair).map((order) => cancelling(ACTORS.taker, pair, order));
  const isFair = best !== undefined && distancePpm(best, fair(price, chain.timeMs)) < PATIENCE_PPM;
  const base = random.between(style.smallest, style.largest / 4n);
  const taken = isFair ? [placing(ACTORS.taker, pair, { side, price: best.price, base })] : [];
  if (left.length + taken.length > 0) chain.send(...left, ...taken);
}

function quote(
  chain: InProcessClient,
  maker: string,
  { pair, fair, style }: Market,
  { price, random }: { price: MarketPrice; random: SeededRandom },
): void {
  const { cancel, place } = quotesOf(ordersOf(chain, maker, pair), fair(price, chain.timeMs), style, random);
  const actions = [
    ...cancel.map((order) => cancelling(maker, pair, order)),
    ...place.map((terms) => placing(maker, pair, terms)),
  ];
  if (actions.length > 0) chain.send(...actions);
}

function knownPair(name: string): Pair {
  const pair = pairNamed(name);
  if (pair === undefined) throw new RangeError(`there is no pair ${name}`);
  return pair;
}
