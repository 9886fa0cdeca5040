import { type Asset, formatAmount } from '@app/antelope';
import { type ProfileWithoutTables, profileEntry } from '@app/networks';
import { type ChainClient, parseRows, readRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { type PoolFunds, poolFundsRow, shareSupply, shareSymbol } from '../lookups/pool-funds';
import { shareValue } from '../lookups/share-value';
import type { PoolShareAnswer } from './dto/get-account.dto';
import type { Network } from '../network/network';

interface Known {
  readonly rows: readonly unknown[];
  readonly profile: ProfileWithoutTables;
  readonly answer: PoolShareAnswer[];
}

/** Finds what an account has lent: its shares of every pool. */
@Injectable()
export class PoolShares {
  /** By the balances, the rows and the profile they were computed from, which many requests share. */
  readonly #known = new WeakMap<readonly Asset[], Known>();

  /**
   * The shares in every pool, also where there are none; null when the chain has no pools.
   * @param held the account's balances at the contract of the shares; null when that contract is not there
   */
  async of(network: Network, held: readonly Asset[] | null): Promise<PoolShareAnswer[] | null> {
    const entries = [profileEntry.table('pools'), profileEntry.token('USDT')];
    if (held === null || !network.matches(...entries)) return null;
    const { profile } = network;
    const chain = network.chain;
    const usdt = profile.token('USDT');
    const table = network.table('pools');
    const { rows } = await readRows(chain, table);
    const known = this.#known.get(held);
    if (known?.rows === rows && known.profile === profile) return known.answer;
    const pools = parseRows(table, poolFundsRow(usdt), rows);
    const supplies = await shareSupplies(chain, profile, pools);
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
    if (pools.every(hasSupply)) this.#known.set(held, { rows, profile, answer });
    return answer;
  }
}

/** Asks for those alone that the rows do not say. */
function shareSupplies(
  chain: ChainClient,
  profile: ProfileWithoutTables,
  pools: readonly PoolFunds[],
): Promise<(Asset | undefined)[]> | (Asset | undefined)[] {
  if (pools.every(hasSupply)) return pools.map(({ shares }) => shares);
  return Promise.all(pools.map((pool) => shareSupply(chain, profile, pool)));
}

/** Whether the pool's row says how many shares there are. */
function hasSupply({ shares }: PoolFunds): boolean {
  return shares !== undefined;
}
