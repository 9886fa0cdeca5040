import type { Asset } from '@app/antelope';
import { profileEntry } from '@app/networks';
import { parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { shareValue } from '../../lookups/share-value';
import { readAccountRows } from '../../table-rows/account-rows';
import type { Pool } from '../pools/pool-rows';
import { PoolsService } from '../pools/pools.service';
import { redemptionRow, type RedemptionRow } from '../pools/redemption-rows';
import { interestPerDay } from './values';
import type { Network } from '../../network/network';

/** Shares of one pool that belong to an account. */
export interface LentFunds {
  readonly pool: Pool;
  /** Supply of the share token; undefined when the chain does not say it. */
  readonly supply: Asset | undefined;
  /** Shares that the account holds, in units. */
  readonly held: bigint;
  /** Shares in the queue of redemptions, in units; null when some may be missing. */
  readonly queued: bigint | null;
  /** USDT units that all of them stand for, rounded down; null when not known. */
  readonly value: bigint | null;
  /** USDT units that they earn in a day at the rate of now, rounded down; null when not known. */
  readonly interestPerDay: bigint | null;
}

/** All that an account has lent. */
export interface LentByPool {
  readonly funds: readonly LentFunds[];
  /** Symbols of shares that the account holds and that are of no known pool: nothing is known of their value. */
  readonly unmatched: readonly string[];
}

/** Finds what an account has lent, with the shares that wait for their redemption. */
@Injectable()
export class LentFundsReader {
  constructor(private readonly pools: PoolsService) {}

  /**
   * Pools of which the account has shares.
   * @param held the shares that it holds, of any pool
   */
  async of(network: Network, account: string, held: readonly Asset[]): Promise<LentByPool> {
    const [pools, redemptions] = await Promise.all([
      this.pools.all(network),
      this.#redemptions(network, account),
    ]);
    const supplies = await Promise.all(pools.map((pool) => this.pools.shares(network, pool)));
    const funds = pools
      .map((pool, index) => lentFunds(pool, supplies[index], held, redemptions))
      .filter(({ held: own, queued }) => own > 0n || queued === null || queued > 0n);
    return { funds, unmatched: unmatchedShares(held, supplies) };
  }

  /** Undefined when some may be missing. */
  async #redemptions(network: Network, account: string): Promise<readonly RedemptionRow[] | undefined> {
    if (network.profile.isLeftOut(profileEntry.table('redemption_queue'))) return [];
    const table = network.table('redemption_queue');
    const wanted = { table: 'redemption_queue', account } as const;
    const { rows, more } = await readAccountRows(network.chain, network, wanted);
    return more ? undefined : parseRows(table, redemptionRow, rows);
  }
}

/** Symbols of what is held besides the shares of the pools whose supply is known. */
export function unmatchedShares(held: readonly Asset[], supplies: readonly (Asset | undefined)[]): string[] {
  const known = new Set(supplies.flatMap((supply) => supply?.symbol ?? []));
  return held.filter(({ symbol, units }) => units > 0n && !known.has(symbol)).map(({ symbol }) => symbol);
}

function lentFunds(
  pool: Pool,
  supply: Asset | undefined,
  held: readonly Asset[],
  redemptions: readonly RedemptionRow[] | undefined,
): LentFunds {
  const own = held.find(({ symbol }) => symbol === supply?.symbol)?.units ?? 0n;
  const queued =
    redemptions === undefined
      ? null
      : redemptions
          .filter(({ pool_id }) => pool_id === pool.poolId)
          .reduce((sum, { quantity }) => sum + quantity.units, 0n);
  const shares = queued === null ? null : own + queued;
  const isKnown = shares !== null && supply !== undefined;
  const value = isKnown ? shareValue(pool, shares, supply.units) : null;
  // A pool without shares has no lenders, so the division is by more than zero.
  const earning =
    isKnown && shares > 0n && pool.debts !== undefined
      ? interestPerDay(pool.outstanding * shares, pool.debts.aprBps, 'down') / supply.units
      : null;
  return { pool, supply, held: own, queued, value, interestPerDay: earning };
}
