import type { Feeders } from './feeders';
import type { LifeChain } from './life-chain';
import type { MarketPrice } from './market-price';

/** What those who act work with. */
export interface Stage {
  readonly chain: LifeChain;
  readonly feeders: Feeders;
  readonly price: MarketPrice;
}
