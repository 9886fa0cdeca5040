import { profileEntry } from '@app/networks';
import { parseRows, readRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { type Pool, poolAt, type TouchedPool } from './pool';
import { poolRow } from './pool-row';
import type { Network } from '../../network/network';

/** The lending pools at the newest block. */
export interface HeadPools {
  readonly headTimeMs: number;
  readonly pools: readonly Pool[];
}

interface Known {
  readonly second: number;
  readonly pools: readonly Pool[];
}

/**
 * Reads the lending pools with the interest up to the newest block: all that values shares, debts or the use of a pool
 * reads them here, so that answers of one head agree. An answer ends with the read of the head that it was made of.
 */
@Injectable()
export class PoolsAtHead {
  /** By the rows, which many requests share: those of one second share their pools. */
  readonly #known = new WeakMap<readonly TouchedPool[], Known>();

  /** @throws ToolError when the entry of the profile does not match the chain */
  async of(network: Network): Promise<HeadPools> {
    const { profile, chain } = network;
    const table = network.table('pools');
    network.assertEntries(profileEntry.token('USDT'));
    const [{ headBlockTimeMs }, { rows }] = await Promise.all([chain.info(), readRows(chain, table)]);
    const touched = parseRows(table, poolRow(profile.token('USDT')), rows);
    return { headTimeMs: headBlockTimeMs, pools: this.#at(touched, headBlockTimeMs) };
  }

  #at(touched: readonly TouchedPool[], atMs: number): readonly Pool[] {
    const second = Math.floor(atMs / 1000);
    const known = this.#known.get(touched);
    if (known?.second === second) return known.pools;
    const pools = touched.map((pool) => poolAt(pool, atMs));
    this.#known.set(touched, { second, pools });
    return pools;
  }
}
