import type { Asset } from '@app/antelope';
import { profileEntry } from '@app/networks';
import { parseRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { Pool } from '../../lookups/pools/pool';
import { shareValue } from '../../lookups/pools/share-value';
import { readAccountRows } from '../../table-rows/account-rows';
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
  /** Shares that its open orders lock, in units; null when some may be missing: they are not in the sums below. */
  readonly locked: bigint | null;
  /** Shares in the queue of redemptions, in units; null when some may be missing. */
  readonly queued: bigint | null;
  /** USDT units that all of them stand for, rounded down; null when not known. */
  readonly value: bigint | null;
  /** USDT units that they earn in a day at the rate of now, rounded down; null when not known. */
  readonly interestPerDay: bigint | null;
}

/** Shares of an account by their symbol. */
export interface OwnShares {
  /** Those that it holds, of any pool. */
  readonly held: readonly Asset[];
  /** Those of one symbol that its open orders lock, in units; null when some may be missing. */
  readonly inOrders: { readonly symbol: string; readonly units: bigint | null };
}

/** All that an account has lent. */
export interface LentByPool {
  readonly funds: readonly LentFunds[];
  /** Symbols of shares that the account has and that are of no known pool: nothing is known of their value. */
  readonly unmatched: readonly string[];
}

/** Finds what an account has lent, with the shares that wait for their redemption. */
@Injectable()
export class LentFundsReader {
  constructor(private readonly pools: PoolsService) {}

  /** Those of the pools of which the account has shares. */
  async of(
    network: Network,
    account: string,
    { pools, ...own }: OwnShares & { readonly pools: readonly Pool[] },
  ): Promise<LentByPool> {
    const redemptions = await this.#redemptions(network, account);
    const supplies = await Promise.all(pools.map((pool) => this.pools.shares(network, pool)));
    const funds = pools
      .map((pool, index) => lentFunds(pool, supplies[index], own, redemptions))
      .filter(
        ({ held, locked, queued }) => held > 0n || (locked ?? 0n) > 0n || queued === null || queued > 0n,
      );
    return { funds, unmatched: unmatchedShares(own, supplies) };
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

/** Symbols of what is held or locked besides the shares of the pools whose supply is known. */
export function unmatchedShares(
  { held, inOrders }: OwnShares,
  supplies: readonly (Asset | undefined)[],
): string[] {
  const known = new Set(supplies.flatMap((supply) => supply?.symbol ?? []));
  const had = [...held, inOrders].filter(({ units }) => units !== null && units > 0n);
  return [...new Set(had.map(({ symbol }) => symbol))].filter((symbol) => !known.has(symbol));
}

/** Pure. @param redemptions of the account; undefined when some may be missing */
export function lentFunds(
  pool: Pool,
  supply: Asset | undefined,
  { held, inOrders }: OwnShares,
  redemptions: readonly RedemptionRow[] | undefined,
): LentFunds {
  const own = held.find(({ symbol }) => symbol === supply?.symbol)?.units ?? 0n;
  const locked = inOrders.symbol === supply?.symbol ? inOrders.units : 0n;
  const queued =
    redemptions === undefined
      ? null
      : redemptions
          .filter(({ pool_id }) => pool_id === pool.poolId)
          .reduce((sum, { quantity }) => sum + quantity.units, 0n);
  const shares = queued === null ? null : own + (locked ?? 0n) + queued;
  const isKnown = shares !== null && supply !== undefined;
  const value = isKnown ? shareValue(pool, shares, supply.units) : null;
  // A pool without shares has no lenders, so the division is by more than zero.
  const earning =
    isKnown && shares > 0n && pool.debts !== undefined
      ? interestPerDay(pool.debts.bearing * shares, pool.debts.aprBps, 'down') / supply.units
      : null;
  return { pool, supply, held: own, locked, queued, value, interestPerDay: earning };
}
