import { profileEntry } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { debtOf, type Pool } from '../../lookups/pools/pool';
import type { HeadPools } from '../../lookups/pools/pools-at-head';
import { CollateralPrice } from '../collateral-price';
import { PoolsService } from '../pools/pools.service';
import { Collateral } from './collateral';
import { LiquidationTimers } from './liquidation-timers';
import type { LoanRow } from './loan-rows';
import type { Valuation } from './loans-answer';
import type { Network } from '../../network/network';

/** Facts for the valuation of open loans at one moment of the chain. */
export interface Valued {
  readonly headTimeMs: number;
  of(loan: LoanRow): Valuation;
}

/** Finds what open loans are valued with: collateral, price, interest. */
@Injectable()
export class Valuations {
  constructor(
    private readonly pools: PoolsService,
    private readonly price: CollateralPrice,
    private readonly collateral: Collateral,
    private readonly timers: LiquidationTimers,
  ) {}

  /**
   * @param account whose first loans these are; undefined: rows that follow each other in the table
   * @param head pools that were read already: debts and what else is made of them are of one block
   */
  async of(
    network: Network,
    loans: readonly LoanRow[],
    account: string | undefined,
    head?: HeadPools,
  ): Promise<Valued> {
    const [{ headTimeMs, pools }, price, collateral, timers] = await Promise.all([
      head ?? this.#pools(network),
      this.price.usable(network),
      this.collateral.of(
        network,
        loans.map(({ account }) => account),
      ),
      this.timers.of(network, loans, account),
    ]);
    const byId = new Map(pools.map((pool) => [pool.poolId, pool]));
    return {
      headTimeMs,
      of: (loan) => ({
        collateral: collateral.get(loan.account) ?? 0n,
        price,
        payoff: payoffOf(loan, byId),
        aprBps: byId.get(loan.terms.pool_id)?.debts?.aprBps,
        liquidatableAtMs: timers.get(loan.id),
      }),
    };
  }

  /** Payoff amount of all the loans, of the pools alone; undefined when the chain lacks the facts to compute it. */
  async debt(network: Network, loans: readonly LoanRow[]): Promise<bigint | undefined> {
    if (loans.length === 0) return 0n;
    const { pools } = await this.#pools(network);
    const byId = new Map(pools.map((pool) => [pool.poolId, pool]));
    return loans.reduce<bigint | undefined>((sum, loan) => {
      const payoff = payoffOf(loan, byId);
      return sum === undefined || payoff === undefined ? undefined : sum + payoff;
    }, 0n);
  }

  /** Without pools there are loans all the same. */
  async #pools(network: Network): Promise<HeadPools> {
    if (network.matches(profileEntry.table('pools'))) return this.pools.atHead(network);
    return { headTimeMs: (await network.chain.info()).headBlockTimeMs, pools: [] };
  }
}

function payoffOf({ terms, debt_shares }: LoanRow, pools: ReadonlyMap<number, Pool>): bigint | undefined {
  const pool = pools.get(terms.pool_id);
  return pool === undefined || debt_shares === undefined ? undefined : debtOf(pool, debt_shares);
}
