import type { Asset } from '@app/antelope';
import { fail } from '@app/chain-tools';
import { parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { answerTime } from '../../formatting/answer-values';
import { oraclePriceAnswer } from '../../lookups/oracle-price.answer';
import type { Pool } from '../../lookups/pools/pool';
import { type HeadPools, PoolsAtHead } from '../../lookups/pools/pools-at-head';
import { answerAtOneHead } from '../../lookups/one-head';
import { shareSupply } from '../../lookups/pools/share-tokens';
import { CollateralPrice } from '../collateral-price';
import type { GetPoolStatsAnswer } from './dto/get-pool-stats.dto';
import { curveRow } from './curve-row';
import { curveAnswer, poolAnswer } from './pool-answer';
import type { RateCurve } from './rates';
import type { Network } from '../../network/network';

/** The pools of the lending contract. */
@Injectable()
export class PoolsService {
  constructor(
    private readonly price: CollateralPrice,
    private readonly pools: PoolsAtHead,
  ) {}

  stats(network: Network): Promise<GetPoolStatsAnswer> {
    return answerAtOneHead(network, () => this.#stats(network));
  }

  async #stats(network: Network) {
    const { profile } = network;
    const [curve, { headTimeMs, pools }, price] = await Promise.all([
      this.curve(network),
      this.atHead(network),
      this.price.latest(network),
    ]);
    const shares = await Promise.all(pools.map((pool) => this.shares(network, pool)));
    return {
      head_block_time: answerTime(headTimeMs),
      pools: pools.map((pool, index) => poolAnswer(pool, { curve, profile, shares: shares[index] })),
      curve: curveAnswer(curve),
      oracle: price && oraclePriceAnswer(network.name, price),
    };
  }

  /** With the interest up to the newest block. */
  atHead(network: Network): Promise<HeadPools> {
    return this.pools.of(network);
  }

  async all(network: Network): Promise<readonly Pool[]> {
    return (await this.atHead(network)).pools;
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
