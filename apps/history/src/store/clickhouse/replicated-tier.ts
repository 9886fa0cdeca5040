import type { Clock } from '@app/operations';
import type { ColdRows, ColdSums, ColdTable, ColdTier, KeptRows } from '../cold/cold-tier';
import { areEqualSums } from '../cold/row-sums';
import { ColdTierError, StoreUnavailableError } from '../errors';
import type { SqlValue } from '../sql/values';
import type { ClickhouseTier } from './clickhouse-tier';

/** A statement that failed sooner is asked of the next replica: later its request has too little time left. */
const SOON_MS = 2_000;

/**
 * A cold tier with replicas. The first one is written to, and the others fetch it. A range is there when each replica has
 * it, row by row, so none of them can miss one, or have an older one, that the store no longer has. A replica that lost its
 * rows, and fetches them again, proves with each statement that it has all of them: without that it is not believed.
 */
export class ReplicatedTier implements ColdTier {
  readonly #writer: ClickhouseTier;
  /** The owner that each replica stated; it never changes. */
  readonly #owners = new Map<ClickhouseTier, string>();
  /** The replica that is asked first: the last one that answered. */
  #preferred = 0;

  constructor(
    private readonly replicas: readonly ClickhouseTier[],
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {
    const [writer] = replicas;
    if (writer === undefined) throw new RangeError('a cold tier has a replica at least');
    this.#writer = writer;
  }

  async prepare(): Promise<void> {
    for (const replica of this.replicas) await replica.prepare();
  }

  /** Of the first replica that belongs to a store: a new one belongs to none. */
  async owner(): Promise<string | undefined> {
    let failure: unknown;
    for (const replica of this.replicas) {
      try {
        const owner = await replica.owner();
        if (owner !== undefined) return owner;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError)) throw error;
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  }

  async claim(owner: string): Promise<void> {
    await this.#writer.claim(owner);
    for (const replica of this.replicas) await this.#requireOwner(replica, owner);
  }

  /** Of the replica that has the fewest rows of a range. A new one gets its tables. */
  async entries(tables: readonly ColdTable[]): Promise<ReadonlyMap<number, number>> {
    const owner = await this.owner();
    const all: ReadonlyMap<number, number>[] = [];
    for (const replica of this.replicas) {
      if ((await this.#requireOwner(replica, owner)) === undefined) await replica.prepare();
      all.push(await replica.entries(tables));
    }
    const ranges = new Set(all.flatMap((entries) => [...entries.keys()]));
    return new Map(
      [...ranges].map((range) => [range, Math.min(...all.map((entries) => entries.get(range) ?? 0))]),
    );
  }

  stage(range: number, rows: ColdRows): Promise<void> {
    return this.#writer.stage(range, rows);
  }

  clearStage(tables: readonly ColdTable[]): Promise<void> {
    return this.#writer.clearStage(tables);
  }

  stagedSums(tables: readonly ColdTable[], range: number): Promise<ColdSums> {
    return this.#writer.stagedSums(tables, range);
  }

  async replace(tables: readonly ColdTable[], range: number): Promise<void> {
    await this.#writer.replace(tables, range);
    for (const replica of this.replicas) await replica.follow(tables);
  }

  /** Looks at each replica afterwards, as one that is late has them still. */
  async removeFrom(tables: readonly ColdTable[], first: number, except: number): Promise<void> {
    await this.#writer.removeFrom(tables, first, except);
    for (const replica of this.replicas) {
      await replica.follow(tables);
      await replica.removeFrom(tables, first, except);
    }
  }

  /** Of the first replica, or of one that has others. */
  async sums(tables: readonly ColdTable[], range: number): Promise<ColdSums> {
    const all = await Promise.all(this.replicas.map((replica) => replica.sums(tables, range)));
    const [first = new Map<ColdTable, never>(), ...others] = all;
    return others.find((sums) => !areEqualSums(first, sums)) ?? first;
  }

  async tuples(
    sql: string,
    params: readonly SqlValue[],
    isRare: boolean,
    kept: () => Promise<KeptRows>,
  ): Promise<SqlValue[][]> {
    const proof = await kept();
    const beganMs = this.clock.monotonicMs();
    const first = this.#preferred;
    for (let tried = 0; ; tried++) {
      const index = (first + tried) % this.replicas.length;
      const replica = this.replicas[index] ?? this.#writer;
      try {
        await this.#requireOwned(replica, proof.owner);
        const rows = await replica.provenTuples(proof, sql, params, isRare);
        this.#preferred = index;
        return rows;
      } catch (error) {
        this.#preferred = (index + 1) % this.replicas.length;
        const isLast = tried + 1 === this.replicas.length || this.clock.monotonicMs() - beganMs > SOON_MS;
        if (isLast || !(error instanceof StoreUnavailableError)) throw error;
      }
    }
  }

  close(): void {
    for (const replica of this.replicas) replica.close();
  }

  /** Throws StoreUnavailableError unless a replica belongs to a store. */
  async #requireOwned(replica: ClickhouseTier, owner: string): Promise<void> {
    if (this.#owners.get(replica) === owner) return;
    if ((await replica.owner()) !== owner)
      throw new StoreUnavailableError('a replica of HISTORY_COLD_URL does not belong to this store');
    this.#owners.set(replica, owner);
  }

  /** Throws ColdTierError where a replica belongs to another store. */
  async #requireOwner(replica: ClickhouseTier, owner: string | undefined): Promise<string | undefined> {
    const found = await replica.owner();
    if (found === undefined || found === owner) return found;
    throw new ColdTierError('the replicas of HISTORY_COLD_URL belong to different stores');
  }
}
