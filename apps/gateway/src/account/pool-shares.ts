import { type Asset, formatAmount } from '@app/antelope';
import { type ProfileWithoutTables, profileEntry } from '@app/networks';
import type { ChainClient } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { Pool } from '../lookups/pools/pool';
import { PoolsAtHead } from '../lookups/pools/pools-at-head';
import { shareSupply, shareSymbol } from '../lookups/pools/share-tokens';
import { shareValue } from '../lookups/pools/share-value';
import type { PoolShareAnswer } from './dto/get-account.dto';
import type { Network } from '../network/network';

interface Known {
  readonly pools: readonly Pool[];
  readonly profile: ProfileWithoutTables;
  readonly answer: PoolShareAnswer[];
}

/** Finds what an account has lent: its shares of every pool. */
@Injectable()
export class PoolShares {
  /** By the balances, the pools and the profile they were computed from, which many requests share. */
  readonly #known = new WeakMap<readonly Asset[], Known>();

  constructor(private readonly pools: PoolsAtHead) {}

  /**
   * The shares in every pool, also where there are none; null when the chain has no pools.
   * @param held the account's balances at the contract of the shares; null when that contract is not there
   */
  async of(network: Network, held: readonly Asset[] | null): Promise<PoolShareAnswer[] | null> {
    const entries = [profileEntry.table('pools'), profileEntry.token('USDT')];
    if (held === null || !network.matches(...entries)) return null;
    const { profile } = network;
    const usdt = profile.token('USDT');
    const { pools } = await this.pools.of(network);
    const known = this.#known.get(held);
    if (known?.pools === pools && known.profile === profile) return known.answer;
    const supplies = await shareSupplies(network.chain, profile, pools);
    const answer = pools.map((pool, index) => {
      const supply = supplies[index];
      if (supply === undefined) {
        return { pool_id: pool.poolId, symbol: null, amount: null, value_usdt: null };
      }
      const units = held.find(({ symbol }) => symbol === supply.symbol)?.units ?? 0n;
      return {
        pool_id: pool.poolId,
        symbol: shareSymbol(profile, supply.symbol),
        amount: formatAmount(units, supply.precision),
        value_usdt: formatAmount(shareValue(pool, units, supply.units), usdt.precision),
      };
    });
    if (pools.every(hasSupply)) this.#known.set(held, { pools, profile, answer });
    return answer;
  }
}

/** Asks for those alone that the rows do not say. */
function shareSupplies(
  chain: ChainClient,
  profile: ProfileWithoutTables,
  pools: readonly Pool[],
): Promise<(Asset | undefined)[]> | (Asset | undefined)[] {
  if (pools.every(hasSupply)) return pools.map(({ shares }) => shares);
  return Promise.all(pools.map((pool) => shareSupply(chain, profile, pool)));
}

/** Whether the pool's row says how many shares there are. */
function hasSupply({ shares }: Pool): boolean {
  return shares !== undefined;
}
