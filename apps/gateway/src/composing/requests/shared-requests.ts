import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@app/operations';
import {
  codeOf,
  type RedisClient,
  RedisConnection,
  type SharedValuesOptions,
  textOf,
  type ValueBinding,
  withCode,
} from '@app/redis';
import { type KeptEntry, MemoryRequests } from './memory-requests';
import { KEPT_MS, newerOf, recordOfText, type RequestRecord, textOfRecord } from './request-record';
import { CLAIM_RECORD, DATA_SINCE, READ_RECORD } from './request-scripts';
import { type RequestStore, RequestsUnavailableError, TooManyRequestsError } from './request-store';

/** Options of the records of request ids. */
export interface SharedRequestsOptions extends SharedValuesOptions {
  /** Time after a loss of data in which replicas put back what they know, and no record is new. */
  readonly restoringMs?: number;
  /** Records that this replica keeps to put them back; that of MemoryRequests where it is left out. */
  readonly maxKept?: number;
}

/** Longer than a lost Redis is looked for by a replica, twice. */
const RESTORING_MS = 3_000;
/** How often a replica looks in that time whether Redis has lost its data. */
const LOOKS = 3;
/** About 200 MB. */
const MAX_RECORDS = 200_000;
/** How long the record of a probe is kept. */
const PROBE_MS = 1_000;
const PUT_BACK_AT_ONCE = 200;
/** Values in the way of one claim: of another program, or the expected record as the second secret made it. */
const MAX_OTHER = 3;
/** Older records that other replicas put back during one claim. */
const MAX_OLDER = 8;
const LOST = 'Redis is lost';

/**
 * Shared by all replicas through Redis, and in the memory of each as well: after Redis lost its data each replica puts
 * back its own records, before any new one is taken. While Redis is lost, only known records are answered.
 */
export class SharedRequests implements RequestStore {
  readonly #memory: MemoryRequests;
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  #look: NodeJS.Timeout | undefined;
  readonly #restoringMs: number;
  /** Claims that Redis has not answered yet: each may take room. */
  #claiming = 0;
  #dataSince = '';
  #hasBeenUp = false;
  #restoring: Promise<void> = Promise.resolve();

  constructor(
    clock: Pick<Clock, 'monotonicMs'>,
    private readonly options: SharedRequestsOptions,
  ) {
    this.#memory = new MemoryRequests(clock, options.maxKept);
    this.#restoringMs = options.restoringMs ?? RESTORING_MS;
    this.#prefix = `${options.keyPrefix}{requests}:`;
    this.#connection = new RedisConnection({
      server: options.server,
      onChange: (isUp, reason) => {
        if (isUp) this.#restore(this.#hasBeenUp ? this.#restoringMs : 0);
        this.#hasBeenUp ||= isUp;
        options.onChange(isUp, reason);
      },
      probe: (redis) => this.#probe(redis),
    });
  }

  /** Connects; retries in the background. Never rejects. */
  start(): Promise<void> {
    this.#look = setInterval(() => {
      void this.#try((redis) => this.#lookAt(redis)).catch(ignoreUnavailable);
    }, this.#restoringMs / LOOKS).unref();
    return this.#connection.start();
  }

  close(): void {
    clearInterval(this.#look);
    this.#connection.close();
  }

  async read(key: string, client: string): Promise<RequestRecord | undefined> {
    try {
      const shared = await this.#try((redis) => this.#read(redis, key));
      const known = newerOf(this.#memory.get(key), shared);
      // The room of claims in flight is theirs.
      if (known !== undefined && known === shared && this.#memory.hasRoom(key, client, this.#claiming))
        this.#memory.set(key, known, client);
      return known;
    } catch (error) {
      const own = this.#memory.get(key);
      // Another replica replaces it only when it can no longer be executed.
      if (own === undefined || !(error instanceof RequestsUnavailableError)) throw error;
      return own;
    }
  }

  async claim(
    key: string,
    record: RequestRecord,
    previous: RequestRecord | undefined,
    client: string,
  ): Promise<RequestRecord | undefined> {
    await this.#restoring;
    // A record that only Redis has would be lost with its data, and the intention be paid a second time.
    if (!this.#memory.hasRoom(key, client, this.#claiming)) throw this.#memory.refusal(client);
    this.#claiming += 1;
    try {
      const held = await this.#try((redis) => {
        // The outcome of the same transaction is no new one: no record of another can be in the way.
        const isNew = record.packedTrx !== previous?.packedTrx;
        const restored = { restoringMs: isNew ? this.#restoringMs : 0, since: this.#dataSince };
        return this.#claimOver(
          redis,
          { key, record, previous, client, keptMs: KEPT_MS, ...restored },
          previous,
        );
      });
      this.#memory.set(key, newerOf(held ?? record, this.#memory.get(key)) ?? record, client);
      return held;
    } finally {
      this.#claiming -= 1;
    }
  }

  async #read(redis: RedisClient, key: string): Promise<RequestRecord | undefined> {
    const value: unknown = await redis.eval(READ_RECORD, 1, this.#prefix + key);
    if (value === null) return undefined;
    const record = typeof value === 'string' ? this.#recordOf(key, value) : undefined;
    if (record === undefined) this.options.onForged?.();
    return record;
  }

  async #claim(
    redis: RedisClient,
    { key, record, previous, client, keptMs, restoringMs, since, ids = 'ids' }: Claim,
  ): Promise<RequestRecord | undefined> {
    const value = this.#valueOf(key, record);
    let expected = previous === undefined ? '' : this.#valueOf(key, previous);
    let isForged = false;
    for (let tries = 0; tries <= MAX_OTHER; tries += 1) {
      const reply: unknown = await redis.eval(
        CLAIM_RECORD,
        4,
        ...[this.#prefix + key, this.#prefix + ids, `${this.#prefix}since`, this.#heldKey(ids, client)],
        ...[expected, value, Math.ceil(keptMs), MAX_RECORDS, restoringMs, since, Number(isForged)],
      );
      const [outcome, other, waitMs] = Array.isArray(reply) ? (reply as unknown[]) : [];
      if (outcome === 'kept') return undefined;
      if (outcome === 'young')
        throw new RequestsUnavailableError('Redis lost its data, and replicas put it back');
      if (outcome === 'lost')
        throw new RequestsUnavailableError(
          'Redis dropped the record of this id, or another program changed it',
        );
      if (outcome === 'full') throw new TooManyRequestsError(Number(other), Number(waitMs));
      if (outcome !== 'held' || typeof other !== 'string') throw new Error('Redis answers no outcome');
      const held = this.#recordOf(key, other);
      if (held !== undefined && isSame(held, record)) return undefined;
      if (held !== undefined && !isSame(held, previous)) return held;
      if (held === undefined) this.options.onForged?.();
      [expected, isForged] = [other, held === undefined];
    }
    throw new RequestsUnavailableError('another program writes to Redis');
  }

  /**
   * Puts the own records back where Redis has none, or an older one.
   * @param pauseMs until a record of this replica is new: a master that took over may lack what others know
   */
  #restore(pauseMs: number): void {
    const before = this.#restoring;
    this.#restoring = before
      .then(() =>
        this.#try(async (redis) => {
          const since = await this.#readDataSince(redis);
          const entries = [...this.#memory.entries()];
          while (entries.length > 0) {
            const some = entries.splice(0, PUT_BACK_AT_ONCE);
            await Promise.all(some.map((entry) => this.#putBack(redis, entry, since)));
          }
          this.#dataSince = since;
        }),
      )
      .catch(ignoreUnavailable)
      .then(() => delay(pauseMs, undefined, { ref: false }));
  }

  async #putBack(
    redis: RedisClient,
    { key, record, client, leftMs }: KeptEntry,
    since: string,
  ): Promise<void> {
    const held = await this.#read(redis, key);
    if (newerOf(held, record) !== record) return;
    const claim = { key, record, previous: held, client, keptMs: leftMs, restoringMs: 0, since };
    await this.#claimOver(redis, claim, record);
  }

  /**
   * As `#claim`, also in place of what another replica put back meanwhile where that is older than `known`.
   * @returns the record that is there and is not older; undefined when the own one is
   */
  async #claimOver(
    redis: RedisClient,
    claim: Claim,
    known: RequestRecord | undefined,
  ): Promise<RequestRecord | undefined> {
    let { previous } = claim;
    for (let tries = 0; ; tries += 1) {
      const held = await this.#claim(redis, { ...claim, previous });
      const isOlder = held !== undefined && known !== undefined && newerOf(held, known) === known;
      if (!isOlder || tries === MAX_OLDER) return held;
      previous = held;
    }
  }

  /** A Redis that lost its data without losing the connection. */
  async #lookAt(redis: RedisClient): Promise<void> {
    const since = await this.#readDataSince(redis);
    if (since !== this.#dataSince) this.#restore(0);
  }

  async #readDataSince(redis: RedisClient): Promise<string> {
    return String(await redis.eval(DATA_SINCE, 1, `${this.#prefix}since`));
  }

  /** Every command of the scripts: what a user of Redis may not run shows here, not at a proposal. */
  async #probe(redis: RedisClient): Promise<void> {
    const since = await this.#readDataSince(redis);
    const record = { fingerprint: 'probe', packedTrx: '00', expiresAtMs: 0 };
    const claim = { key: 'probe', record, previous: undefined, client: 'probe', keptMs: PROBE_MS };
    await this.#claim(redis, { ...claim, restoringMs: 0, since, ids: 'probe-ids' });
    await redis.eval(READ_RECORD, 1, `${this.#prefix}probe`);
  }

  /** Undefined for a value that no replica made. */
  #recordOf(key: string, value: string): RequestRecord | undefined {
    const text = textOf(value, this.#binding(key));
    return text === undefined ? undefined : recordOfText(text);
  }

  #valueOf(key: string, record: RequestRecord): string {
    return withCode(textOfRecord(record), this.#binding(key));
  }

  /** Without the address: Redis would tell for a day who composes for which account. */
  #heldKey(ids: string, client: string): string {
    const key = `${this.#prefix}${ids}:`;
    const binding = { secret: this.options.secret, purpose: 'client', key };
    return key + codeOf(client, binding).toString('base64url');
  }

  #binding(key: string): ValueBinding {
    return { secret: this.options.secret, purpose: 'request', key: this.#prefix + key };
  }

  /** @throws RequestsUnavailableError when Redis is lost or fails */
  async #try<T>(command: (redis: RedisClient) => Promise<T>): Promise<T> {
    if (!this.#connection.isUp) throw new RequestsUnavailableError(LOST);
    try {
      return await command(this.#connection.redis);
    } catch (error) {
      if (error instanceof RequestsUnavailableError) throw error;
      this.#connection.recordFailure(error);
      throw new RequestsUnavailableError(LOST, { cause: error });
    }
  }
}

interface Claim {
  readonly key: string;
  readonly record: RequestRecord;
  readonly previous: RequestRecord | undefined;
  readonly client: string;
  readonly keptMs: number;
  readonly restoringMs: number;
  /** Since when Redis has its data, as this replica knows. */
  readonly since: string;
  readonly ids?: string;
}

const isSame = (one: RequestRecord, other: RequestRecord | undefined): boolean =>
  other !== undefined && textOfRecord(one) === textOfRecord(other);

/** The connection reports the loss; the next one that is found starts anew. @throws every other error */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof RequestsUnavailableError)) throw error;
}
