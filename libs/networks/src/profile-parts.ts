import type { Json } from '@app/antelope';
import type { ApiSymbol } from './profile-terms';

/** A token as the API calls it and as the chain does. */
export interface Token {
  /** The symbol of the API. */
  readonly apiSymbol: ApiSymbol;
  /** The account whose contract keeps it: nothing else distinguishes it from a fake of the same symbol. */
  readonly contract: string;
  /** The chain's own symbol code. */
  readonly symbol: string;
  readonly precision: number;
}

/** A trading pair as the API calls it and as the chain does. */
export interface Pair {
  /** The key of the profile, which requests and answers use. */
  readonly apiName: string;
  /** The chain's own name: the scope of the book and the `pair` of exchange actions. */
  readonly chainName: string;
  readonly base: Token;
  readonly quote: Token;
  readonly priceDecimals: number;
}

/** Where rows of a table are. */
export interface TableAddress {
  readonly code: string;
  readonly scope: string;
  readonly table: string;
}

/** One side of a pair's order book in the index by price. Keys as nodes write them. */
export interface BookSideIndex {
  readonly position: number;
  readonly keyType: string;
  readonly lowerBound: string;
  readonly upperBound: string;
  /** The best price has the highest key. */
  readonly reverse: boolean;
}

/** Where the index by price keeps each side of a pair's order book. */
export type PriceIndex = Readonly<Record<'buy' | 'sell', BookSideIndex>>;

/** An action before it is encoded. */
export interface ActionCall {
  readonly account: string;
  readonly name: string;
  readonly data: Readonly<Record<string, Json>>;
}
