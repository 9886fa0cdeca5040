import { McpResource, ToolNetwork } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import { displayAmount } from '../formatting/token-amount';
import { CollateralPrice } from './collateral-price';
import { lendingRules } from './lending-rules';
import { MINIMUM_LOAN_BTC, minimumLoan } from './loans/loan-to-value';
import type { GetPoolStatsAnswer } from './pools/dto/get-pool-stats.dto';
import { PoolsService } from './pools/pools.service';
import { Network } from '../network/network';

/** The pools and the price change with every block. */
const LIVE_TTL_MS = 1_000;

@Injectable()
export class LendingResources {
  constructor(
    private readonly pools: PoolsService,
    private readonly price: CollateralPrice,
  ) {}

  @McpResource('chain://{network}/lending', {
    name: 'lending',
    title: 'Lending rules',
    description:
      'How loans, collateral, rates and redemptions work, with the present curve, pools and price.',
    mimeType: 'text/markdown',
    ttlMs: LIVE_TTL_MS,
  })
  async rules(@ToolNetwork() network: Network): Promise<string> {
    const { profile } = network;
    const [stats, price] = await Promise.all([this.pools.stats(network), this.price.usable(network)]);
    const { maxLtvBps, liquidationLtvBps } = profile.lendingTerms;
    return lendingRules({
      stats,
      maxLtvBps: Number(maxLtvBps),
      liquidationLtvBps: Number(liquidationLtvBps),
      minimumLoanBtc: MINIMUM_LOAN_BTC,
      minimumLoan: price === null ? null : displayAmount(minimumLoan(price, profile), profile.token('USDT')),
    });
  }

  @McpResource('chain://{network}/snapshot', {
    name: 'snapshot',
    title: 'Oracle and pools now',
    description: 'The price of the oracle, every pool and the rate curve, as get_pool_stats answers them.',
    mimeType: 'application/json',
    ttlMs: LIVE_TTL_MS,
  })
  snapshot(@ToolNetwork() network: Network): Promise<GetPoolStatsAnswer> {
    return this.pools.stats(network);
  }
}
