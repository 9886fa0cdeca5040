import { formatAmount } from '@app/antelope';
import { profileEntry, type Token } from '@app/networks';
import { MAX_SCANNED_ROWS, parseRows, readRows } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { TokenMovement } from '../../composing/effects/token-movements';
import type { QueueEffectAnswer } from '../../composing/simulation.answer';
import type { Pool } from '../../lookups/pools/pool';
import { shareValue } from '../../lookups/pools/share-value';
import { readAccountRows } from '../../table-rows/account-rows';
import { usdtPaidTo } from '../lending-payments';
import { type LoanRequestRow, loanRequestRow } from '../loans/loan-rows';
import { PoolsService } from '../pools/pools.service';
import { redemptionRow, type RedemptionRow } from '../pools/redemption-rows';
import type { FoundRows } from './bridge-transfers';
import { entriesAhead, placeAfterPayments, type QueueEntry, type QueueRead } from './queue-place';
import type { Network } from '../../network/network';

/** An entry of a queue with its place. */
export interface Queued<Row> {
  readonly row: Row;
  /** 1: the next one of its pool; null where the queue before it is longer than was looked through. */
  readonly position: number | null;
  /** USDT units that the entries of the same pool before it wait for; null where that is not known. */
  readonly usdtAhead: bigint | null;
}

/** A loan request that is in no table yet. */
export interface NewRequest {
  readonly account: string;
  readonly pool_id: number;
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

  /**
   * The place of a new loan request after a dry run that left it waiting; undefined where the queue cannot be read. An
   * older request whose account the run paid its whole amount was lent by it, and waits no more.
   */
  async placeOfRequest(
    network: Network,
    { account, pool_id: poolId }: NewRequest,
    movements: readonly TokenMovement[],
  ): Promise<QueueEffectAnswer | undefined> {
    const { profile } = network;
    const usdt = profile.token('USDT');
    const queue = await readWhole(network, 'loan_requests', loanRequestRow(usdt));
    if (queue === undefined) return undefined;
    // An account has one request: one of its own is cancelled before.
    const ahead = queue.entries.filter(
      (row) =>
        row.pool_id === poolId &&
        row.account !== account &&
        !usdtPaidTo(profile, row.account, movements).includes(row.amount),
    );
    return placeAnswer(
      usdt,
      queue.more
        ? undefined
        : { position: ahead.length + 1, usdtAhead: sumOf(ahead.map(({ amount }) => amount)) },
    );
  }

  /**
   * The place of a new redemption after a dry run that paid some of the queue; undefined when all of it was paid, and
   * where the queue cannot be read.
   * @param own units of its shares
   * @param burned units of shares of the pool that the run burned: the oldest redemptions are paid first
   */
  async placeOfRedemption(
    network: Network,
    pool: Pool,
    { own, burned }: { readonly own: bigint; readonly burned: bigint },
  ): Promise<QueueEffectAnswer | undefined> {
    const queue = await readWhole(network, 'redemption_queue', redemptionRow);
    if (queue === undefined) return undefined;
    const usdt = network.profile.token('USDT');
    if (queue.more) return placeAnswer(usdt, undefined);
    const ahead = queue.entries.filter(({ pool_id }) => pool_id === pool.poolId);
    const place = placeAfterPayments(
      ahead.map(({ quantity }) => quantity.units),
      own,
      burned,
    );
    if (place === undefined) return undefined;
    const valueOf = await this.#valuing(network, [pool]);
    return placeAnswer(usdt, { position: place.position, usdtAhead: valueOf(pool.poolId, place.unitsAhead) });
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

const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, one) => sum + one, 0n);

/** @param place undefined in a queue that is longer than was looked through */
const placeAnswer = (
  usdt: Token,
  place: { readonly position: number; readonly usdtAhead: bigint | null } | undefined,
): QueueEffectAnswer => ({
  position: place?.position ?? null,
  usdt_ahead: typeof place?.usdtAhead === 'bigint' ? formatAmount(place.usdtAhead, usdt.precision) : null,
});

/** A queue from its beginning; undefined where the profile has none that matches the chain. */
async function readWhole<S extends z.ZodType<QueueEntry>>(
  network: Network,
  key: 'redemption_queue' | 'loan_requests',
  schema: S,
): Promise<QueueRead<z.output<S>> | undefined> {
  if (!network.matches(profileEntry.table(key))) return undefined;
  const table = network.table(key);
  const { rows, more } = await readRows(network.chain, table, MAX_SCANNED_ROWS);
  return { entries: parseRows(table, schema, rows), more };
}

const sharesOf = (rows: readonly RedemptionRow[]): bigint =>
  sumOf(rows.map(({ quantity }) => quantity.units));

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
