import { bytesToHex } from '@app/antelope';
import { systemClock } from '@app/operations';
import { ColdGate } from '../../cold/cold-gate';
import type { ColdTier, KeptRows } from '../../cold/cold-tier';
import { StoreUnavailableError } from '../../errors';
import { deltaSequence } from '../../positions';
import { readCursor, type ColdBorder } from '../cursor';
import { SCHEMA_VERSION } from '../schema';
import { keptRows } from './kept-rows';
import type { ColdPart, SqlDatabase, SqlSession } from '../session';
import type { Table } from '../table';
import type { SqlValue } from '../values';

type Rows = readonly (readonly SqlValue[])[];
type Readable = Pick<SqlDatabase, 'read' | 'close'>;

/** Reads one state of both tiers: the border is that of the transaction, and ranges below it are never changed. */
export class TieredDatabase implements Readable {
  #owner: string | undefined;
  readonly #gate = new ColdGate(systemClock);

  constructor(
    private readonly hot: Readable,
    private readonly tier: ColdTier,
  ) {}

  read<T>(work: (session: SqlSession) => Promise<T>): Promise<T> {
    return this.hot.read(async (session) => {
      const cursor = await readCursor(session);
      // A later program may have moved rows that this one looks for in the store.
      if (cursor !== undefined && cursor.schema > SCHEMA_VERSION)
        throw new StoreUnavailableError(
          `a later version wrote this store (${cursor.schema}): end this process`,
        );
      if (cursor === undefined || cursor.cold.block === 0) return work(session);
      const border = cursor.cold;
      let kept: Promise<KeptRows> | undefined;
      // The other database is asked for what it has alone: newer actions are answered without it.
      const tuples: ColdPart['tuples'] = async (sql, params = [], isRare = false) => {
        return this.#gate.run(async () => {
          await this.#requireOwner(border);
          return this.tier.tuples(sql, params, isRare, () => (kept ??= keptRows(session, cursor)));
        });
      };
      const below = {
        action: border.sequence,
        trx: deltaSequence(border.transactionBlock, 0),
        delta: deltaSequence(border.deltaBlock, 0),
      };
      return work(new TieredSession(session, { below, tuples }));
    });
  }

  close(): Promise<void> {
    this.tier.close();
    return this.hot.close();
  }

  /** A database that another store wrote has other numbers of names. */
  async #requireOwner({ id }: ColdBorder): Promise<void> {
    const wanted = bytesToHex(id);
    if (this.#owner !== wanted) this.#owner = await this.tier.owner();
    if (this.#owner !== wanted)
      throw new StoreUnavailableError(
        'the database of HISTORY_COLD_URL does not hold the older actions of this store',
      );
  }
}

/** A database with its cold tier, where it has one. */
export const withTier = (database: Readable, tier: ColdTier | undefined): Readable =>
  tier === undefined ? database : new TieredDatabase(database, tier);

/** A session with the part that another database has. */
class TieredSession implements SqlSession {
  readonly bytesType: string;

  constructor(
    private readonly hot: SqlSession,
    readonly cold: ColdPart,
  ) {
    this.bytesType = hot.bytesType;
  }

  all(sql: string, params?: readonly SqlValue[]) {
    return this.hot.all(sql, params);
  }

  tuples(sql: string, params?: readonly SqlValue[]) {
    return this.hot.tuples(sql, params);
  }

  hasIndex(name: string) {
    return this.hot.hasIndex(name);
  }

  run(sql: string, params?: readonly SqlValue[]) {
    return this.hot.run(sql, params);
  }

  insert(table: Table, rows: Rows) {
    return this.hot.insert(table, rows);
  }

  upsert(table: Table, rows: Rows) {
    return this.hot.upsert(table, rows);
  }

  remove(table: Table, keys: Rows) {
    return this.hot.remove(table, keys);
  }

  find(table: Table, keys: Rows) {
    return this.hot.find(table, keys);
  }
}
