import type { Asset } from '@app/antelope';
import { Networks, profileEntry } from '@app/networks';
import { fail } from '@app/tooling';
import { type ChainClient, Chains, parseRows, readRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { oraclePriceAnswer } from '../../lookups/oracle-price.answer';
import { shareSupply } from '../../lookups/pool-funds';
import { ProfileMonitor } from '../../profile/profile-monitor';
import { CollateralPrice } from '../collateral-price';
import type { GetPoolStatsAnswer, GetPoolStatsInput } from './dto/get-pool-stats.dto';
import { curveAnswer, poolAnswer } from './pool-answer';
import { curveRow, type Pool, poolRow } from './pool-rows';
import type { RateCurve } from './rates';

/** The pools of the lending contract. */
@Injectable()
export class PoolsService {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
    private readonly price: CollateralPrice,
  ) {}

  async stats({ network }: GetPoolStatsInput): Promise<GetPoolStatsAnswer> {
    const { profile } = this.networks.of(network);
    const [curve, pools, price] = await Promise.all([
      this.curve(network),
      this.all(network),
      this.price.latest(network),
    ]);
    const shares = await Promise.all(pools.map((pool) => this.shares(network, pool)));
    return {
      network,
      pools: pools.map((pool, index) => poolAnswer(pool, { curve, profile, shares: shares[index] })),
      curve: curveAnswer(curve),
      oracle: price && oraclePriceAnswer(network, price),
    };
  }

  async all(network: string): Promise<readonly Pool[]> {
    const { profile } = this.networks.of(network);
    const table = this.profiles.table(network, 'pools');
    this.profiles.assertEntries(network, profileEntry.token('USDT'));
    const { rows } = await readRows(this.chains.of(network), table);
    return parseRows(table, poolRow(profile.token('USDT')), rows);
  }

  /** @throws ToolError for a pool that is not there, with the ids of those that are. */
  async require(network: string, poolId: number): Promise<Pool> {
    const pools = await this.all(network);
    const pool = pools.find((one) => one.poolId === poolId);
    if (pool !== undefined) return pool;
    const known = pools.map((one) => one.poolId).join(', ') || 'none';
    return fail('INVALID_VALUE', 'pool_id', `there is no pool ${poolId}; pools: ${known}`);
  }

  /** Supply of a pool's share token, if it is known. */
  shares(network: string, pool: Pool): Promise<Asset | undefined> {
    return shareSupply(this.#chain(network), this.networks.of(network).profile, pool);
  }

  /** @throws ToolError for a contract without a curve */
  async curve(network: string): Promise<RateCurve> {
    const table = this.profiles.table(network, 'rate_curve');
    const { rows } = await this.#chain(network).tableRows({ ...table, limit: 1 });
    const [curve] = parseRows(table, curveRow, rows);
    return curve ?? fail('NOT_FOUND', `the lending contract of ${network} has no rate curve`);
  }

  #chain(network: string): ChainClient {
    return this.chains.of(network);
  }
}
