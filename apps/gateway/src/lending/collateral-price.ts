import { OraclePrices, type OraclePrice, UnknownFeedError } from '@app/prices';
import { fail } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import type { Network } from '../network/network';

/** The price that collateral is valued at: the oracle's, and a stale one never. */
@Injectable()
export class CollateralPrice {
  constructor(private readonly prices: OraclePrices) {}

  /** The price in force, fresh or not; null before the oracle has had any. */
  async latest(network: Network): Promise<OraclePrice | null> {
    try {
      return await this.prices.of(network);
    } catch (error) {
      if (error instanceof UnknownFeedError) return null;
      throw error;
    }
  }

  /** USD per BTC in units of PRICE_DECIMALS; null where there is none that may be used. */
  async usable(network: Network): Promise<bigint | null> {
    const price = await this.latest(network);
    return price === null || price.isStale ? null : price.units;
  }

  /** @throws ToolError when the price is stale; UnknownFeedError when there is none. */
  async fresh(network: Network): Promise<bigint> {
    const { pair, units, staleBecause } = await this.prices.of(network);
    return staleBecause === null ? units : fail('STALE_PRICE', pair, staleBecause);
  }
}
