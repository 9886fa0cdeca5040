import { fail } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import type { TableHandle } from '../../../kernel/sdk/table-handle';
import { ONLY_ROW } from '../../shared/table-keys';
import { SHARES, type Token } from '../../shared/tokens';
import { REFUSALS } from '../refusals';
import { rateCurveTable, type PoolRow, poolsTable } from '../tables';
import { accrue, type Pool } from './pool';
import { poolOfRow, rowOfPool } from './pool-row';
import type { RateCurve } from './rate-curve';

interface OpenPool {
  readonly row: PoolRow;
  readonly pool: Pool;
}

/** The pools during one action, with interest up to now. Nothing is written before `save`. */
export class Pools {
  readonly curve: RateCurve;
  readonly nowSec: number;
  readonly #table: TableHandle<PoolRow>;
  readonly #open = new Map<number, OpenPool>();

  constructor(context: ContractContext) {
    this.#table = context.table(poolsTable, context.receiver);
    this.curve = context.table(rateCurveTable, context.receiver).get(ONLY_ROW, REFUSALS.noCurve);
    this.nowSec = Math.floor(context.nowMs / 1000);
  }

  get(poolId: number): Pool {
    const open = this.#open.get(poolId);
    if (open !== undefined) return open.pool;
    const row = this.#table.get(BigInt(poolId), REFUSALS.noPool);
    const pool = accrue(poolOfRow(row), this.curve, this.nowSec);
    this.#open.set(poolId, { row, pool });
    return pool;
  }

  set(pool: Pool): void {
    const open = this.#open.get(pool.poolId) ?? fail(REFUSALS.noPool);
    this.#open.set(pool.poolId, { ...open, pool });
  }

  /** The token of a pool's shares. */
  share(poolId: number): Token {
    return SHARES[poolId] ?? fail(REFUSALS.noPool);
  }

  save(curve = this.curve): void {
    for (const { row, pool } of this.#open.values()) {
      this.#table.modify(row, rowOfPool(pool, curve, this.share(pool.poolId)));
    }
  }
}
