import type { Feeders } from '../operators/feeders';
import type { InProcessClient } from '../client/in-process-client';
import type { MarketPrice } from './market-price';

/** The chain, the feeders and the market price that activities use. */
export interface SimulationContext {
  readonly chain: InProcessClient;
  readonly feeders: Feeders;
  readonly price: MarketPrice;
}
