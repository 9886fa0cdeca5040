import type { Asset } from '@app/antelope';
import { profileEntry } from '@app/networks';
import { fail } from '@app/tooling';
import { parseRows, readRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { oraclePriceAnswer } from '../../lookups/oracle-price.answer';
import { shareSupply } from '../../lookups/pool-funds';
import { CollateralPrice } from '../collateral-price';
import type { GetPoolStatsAnswer } from './dto/get-pool-stats.dto';
import { curveAnswer, poolAnswer } from './pool-answer';
import { curveRow, type Pool, poolRow } from './pool-rows';
import type { RateCurve } from './rates';
import type { Network } from '../../network/network';

/** The pools of the lending contract. */
@Injectable()
export class PoolsService {
  constructor(private readonly price: CollateralPrice) {}

  async stats(network: Network): Promise<GetPoolStatsAnswer> {
    const { profile } = network;
    const [curve, pools, price] = await Promise.all([
      this.curve(network),
      this.all(network),
      this.price.latest(network),
    ]);
    const shares = await Promise.all(pools.map((pool) => this.shares(network, pool)));
    return {
      network: network.name,
      pools: pools.map((pool, index) => poolAnswer(pool, { curve, profile, shares: shares[index] })),
      curve: curveAnswer(curve),
      oracle: price && oraclePriceAnswer(network.name, price),
    };
  }

  async all(network: Network): Promise<readonly Pool[]> {
    const { profile } = network;
    const table = network.table('pools');
    network.assertEntries(profileEntry.token('USDT'));
    const { rows } = await readRows(network.chain, table);
    return parseRows(table, poolRow(profile.token('USDT')), rows);
  }

  /** @throws ToolError for a pool that is not there, with the ids of those that are. */
  async require(network: Network, poolId: number): Promise<Pool> {
    const pools = await this.all(network);
    const pool = pools.find((one) => one.poolId === poolId);
    if (pool !== undefined) return pool;
    const known = pools.map((one) => one.poolId).join(', ') || 'none';
    return fail('INVALID_VALUE', 'pool_id', `there is no pool ${poolId}; pools: ${known}`);
  }

  /** Supply of a pool's share token, if it is known. */
  shares(network: Network, pool: Pool): Promise<Asset | undefined> {
    return shareSupply(network.chain, network.profile, pool);
  }

  /** @throws ToolError for a contract without a curve */
  async curve(network: Network): Promise<RateCurve> {
    const table = network.table('rate_curve');
    const { rows } = await network.chain.tableRows({ ...table, limit: 1 });
    const [curve] = parseRows(table, curveRow, rows);
    return curve ?? fail('NOT_FOUND', `the lending contract of ${network.name} has no rate curve`);
  }
}
