import { profileEntry } from '@app/networks';
import { MAX_SCANNED_ROWS, parseRows, readRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { shareValue } from '../../lookups/share-value';
import { readAccountRows } from '../../table-rows/account-rows';
import { type LoanRequestRow, loanRequestRow } from '../loans/loan-rows';
import type { Pool } from '../pools/pool-rows';
import { PoolsService } from '../pools/pools.service';
import { redemptionRow, type RedemptionRow } from '../pools/redemption-rows';
import type { FoundRows } from './bridge-transfers';
import { entriesAhead, type QueueEntry } from './queue-place';
import type { Network } from '../../network/network';

/** An entry of a queue with its place. */
export interface Queued<Row> {
  readonly row: Row;
  /** 1: the next one of its pool; null where the queue before it is longer than was looked through. */
  readonly position: number | null;
  /** USDT units that the entries of the same pool before it wait for; null where that is not known. */
  readonly usdtAhead: bigint | null;
}

/** A queued redemption with its worth. */
export interface QueuedRedemption extends Queued<RedemptionRow> {
  /** USDT units that the shares stand for, rounded down; null where the pool does not say it. */
  readonly value: bigint | null;
  /** Symbol of the share token on the chain. */
  readonly symbol: string;
}

/** Finds the places of an account in the queues of the lending contract. */
@Injectable()
export class Queues {
  constructor(private readonly pools: PoolsService) {}

  /** Null where the profile leaves the queue out. */
  async redemptions(network: Network, account: string): Promise<FoundRows<QueuedRedemption> | null> {
    if (!network.profile.hasTable('redemption_queue')) return null;
    const queue = await readQueue(network, 'redemption_queue', account, redemptionRow);
    if (queue.own.length === 0) return { items: [], more: queue.more };
    const pools = network.profile.hasTable('pools') ? await this.pools.all(network) : [];
    const valueOf = await this.#valuing(network, pools);
    const items = queue.own.map((row) => {
      const ahead = queue.ahead(row);
      return {
        ...{ row, position: ahead === null ? null : ahead.length + 1 },
        usdtAhead: ahead === null ? null : valueOf(row.pool_id, sharesOf(ahead)),
        value: valueOf(row.pool_id, row.quantity.units),
        symbol: row.quantity.symbol,
      };
    });
    return { items, more: queue.more };
  }

  /** Null where the profile leaves the queue out. */
  async loanRequests(network: Network, account: string): Promise<FoundRows<Queued<LoanRequestRow>> | null> {
    const { profile } = network;
    if (!profile.hasTable('loan_requests')) return null;
    network.assertEntries(profileEntry.token('USDT'));
    const queue = await readQueue(network, 'loan_requests', account, loanRequestRow(profile.token('USDT')));
    const items = queue.own.map((row) => {
      const ahead = queue.ahead(row);
      return {
        ...{ row, position: ahead === null ? null : ahead.length + 1 },
        usdtAhead: ahead === null ? null : ahead.reduce((sum, { amount }) => sum + amount, 0n),
      };
    });
    return { items, more: queue.more };
  }

  async #valuing(
    network: Network,
    pools: readonly Pool[],
  ): Promise<(poolId: number, units: bigint) => bigint | null> {
    const supplies = await Promise.all(pools.map((pool) => this.pools.shares(network, pool)));
    return (poolId, units) => {
      const index = pools.findIndex((pool) => pool.poolId === poolId);
      const [pool, supply] = [pools[index], supplies[index]];
      return pool === undefined || supply === undefined ? null : shareValue(pool, units, supply.units);
    };
  }
}

const sharesOf = (rows: readonly RedemptionRow[]): bigint =>
  rows.reduce((sum, { quantity }) => sum + quantity.units, 0n);

/**
 * The entries of an account, by the index over accounts where there is one, and the queue up to its last one, of which
 * at most MAX_SCANNED_ROWS are read.
 */
async function readQueue<S extends z.ZodType<QueueEntry>>(
  network: Network,
  key: 'redemption_queue' | 'loan_requests',
  account: string,
  schema: S,
) {
  const table = network.table(key);
  const { rows, more } = await readAccountRows(network.chain, network, { table: key, account });
  const own = parseRows(table, schema, rows);
  if (own.length === 0) return { own, more, ahead: () => null };
  const last = own.reduce((newest, { id }) => (id > newest ? id : newest), 0n);
  const before = await readRows(network.chain, { ...table, upper_bound: String(last) }, MAX_SCANNED_ROWS);
  const queue = { entries: parseRows(table, schema, before.rows), more: before.more };
  return { own, more, ahead: (entry: z.output<S>) => entriesAhead(queue, entry) };
}
