import { profileEntry } from '@app/networks';
import { Injectable } from '@nestjs/common';
import { CollateralPrice } from '../collateral-price';
import { accruedDebt } from '../pools/accrued-debt';
import { PoolsService } from '../pools/pools.service';
import { Collateral } from './collateral';
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
  ) {}

  async of(network: Network, loans: readonly LoanRow[]): Promise<Valued> {
    const [{ headBlockTimeMs }, price, pools, collateral] = await Promise.all([
      network.chain.info(),
      this.price.usable(network),
      // Without pools there are loans all the same.
      network.matches(profileEntry.table('pools')) ? this.pools.all(network) : [],
      this.collateral.of(
        network,
        loans.map(({ account }) => account),
      ),
    ]);
    const debts = new Map(pools.map((pool) => [pool.poolId, pool.debts]));
    const payoffOf = ({ terms, debt_shares }: LoanRow): bigint | undefined => {
      const books = debts.get(terms.pool_id);
      if (books === undefined || debt_shares === undefined) return undefined;
      return accruedDebt(books, debt_shares, headBlockTimeMs);
    };
    return {
      headTimeMs: headBlockTimeMs,
      of: (loan) => ({
        collateral: collateral.get(loan.account) ?? 0n,
        price,
        payoff: payoffOf(loan),
        aprBps: debts.get(loan.terms.pool_id)?.aprBps,
      }),
    };
  }
}
