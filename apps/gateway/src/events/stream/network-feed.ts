import { setTimeout as delay } from 'node:timers/promises';
import type { Network } from '../../network/network';
import type { TopicPart } from '../reads/topic-reads';
import type { Reading } from '../topics/reading';
import { Backoff } from './backoff';
import { Failed, type LookPlace, Looks, type NumberedLook } from './looks';
import { PartCounts } from './part-counts';

/** Interval of the looks at a network: the time of a block. A topic that takes longer is looked at less often. */
const LOOK_EVERY_MS = 500;
/** Parts of topics that are read at the same time. */
const PARALLEL_READS = 16;
/** Looks at a topic of which nothing is known, as a transaction before it is sent: a minute of them. */
const IDLE_LOOKS = 120;
/** Interval of the looks at a topic of which nothing was known for a minute. */
const IDLE_EVERY_MS = 5_000;

/** A client of a feed. */
export interface Subscriber {
  /** @param look that the reading is of */
  deliver(part: TopicPart, reading: Reading, look: LookPlace): Promise<void>;
  fail(part: TopicPart, cause: unknown): void;
}

/** A part as it is when a client begins. */
export interface FirstReading {
  readonly part: TopicPart;
  readonly reading: Reading | Failed;
  readonly look: LookPlace;
}

interface Followed {
  readonly part: TopicPart;
  readonly subscribers: Set<Subscriber>;
  readonly backoff: Backoff;
  isBusy: boolean;
  idleLooks: number;
  notBeforeMs: number;
}

/** Looks at one network while it has clients: each topic is read once for all of them. */
export class NetworkFeed {
  readonly #followed = new Map<string, Followed>();
  readonly #waiting: Followed[] = [];
  readonly #looks: Looks;
  /** Parts that clients follow, or are about to. */
  readonly counts = new PartCounts();
  #looked: NumberedLook | undefined;
  #readers = 0;
  #isRunning = false;
  #isClosed = false;

  constructor(network: Network) {
    this.#looks = new Looks(network);
  }

  /** Reads parts now, for a client that begins: what happens from here on, it is sent. */
  async first(parts: readonly TopicPart[]): Promise<readonly FirstReading[]> {
    const looked = await this.#looks.next();
    const read = async (part: TopicPart): Promise<FirstReading> => {
      const reading = await readingOf(part, looked).catch((reason: unknown) => new Failed(reason));
      return { part, look: looked, reading };
    };
    return Promise.all(parts.map(read));
  }

  /** @returns its end */
  subscribe(parts: readonly TopicPart[], subscriber: Subscriber): () => void {
    for (const part of parts) {
      const known = this.#followed.get(part.key) ?? newlyFollowed(part);
      known.subscribers.add(subscriber);
      this.#followed.set(part.key, known);
    }
    if (!this.#isRunning) void this.#run();
    return () => {
      for (const { key } of parts) this.#leave(key, subscriber);
    };
  }

  close(): void {
    this.#isClosed = true;
  }

  #leave(key: string, subscriber: Subscriber): void {
    const followed = this.#followed.get(key);
    followed?.subscribers.delete(subscriber);
    if (followed?.subscribers.size === 0) this.#followed.delete(key);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#followed.size > 0 && !this.#isClosed) {
      this.#looked = await this.#looks.next();
      this.#readDue();
      await delay(LOOK_EVERY_MS, undefined, { ref: false });
    }
    this.#isRunning = false;
  }

  /** Slow topics are not waited for: one that is still being read, or waits for it, is not read once more. */
  #readDue(): void {
    const due = [...this.#followed.values()].filter(isDue);
    for (const followed of due) followed.isBusy = true;
    this.#waiting.push(...due);
    while (this.#readers < PARALLEL_READS && this.#waiting.length > 0) void this.#reader();
  }

  /** One of those that read what waits: as many for all looks as may read at the same time. */
  async #reader(): Promise<void> {
    this.#readers += 1;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      if (this.#looked !== undefined) await readFor(next, this.#looked);
    this.#readers -= 1;
  }
}

const newlyFollowed = (part: TopicPart): Followed => ({
  ...{ part, subscribers: new Set(), backoff: new Backoff() },
  ...{ isBusy: false, idleLooks: 0, notBeforeMs: 0 },
});

const isDue = ({ isBusy, backoff, notBeforeMs }: Followed): boolean =>
  !isBusy && backoff.isDue && performance.now() >= notBeforeMs;

async function readFor(followed: Followed, looked: NumberedLook): Promise<void> {
  const { part, subscribers, backoff } = followed;
  try {
    const reading = await readingOf(part, looked);
    backoff.succeeded();
    followed.idleLooks = reading.isIdle === true ? followed.idleLooks + 1 : 0;
    if (followed.idleLooks > IDLE_LOOKS) followed.notBeforeMs = performance.now() + IDLE_EVERY_MS;
    await Promise.all([...subscribers].map((one) => one.deliver(part, reading, looked)));
  } catch (error) {
    // A look that failed is one request for all topics.
    if (!(looked.look instanceof Failed)) backoff.failed();
    for (const subscriber of subscribers) subscriber.fail(part, error);
  } finally {
    followed.isBusy = false;
  }
}

async function readingOf(part: TopicPart, { look }: NumberedLook): Promise<Reading> {
  if (look instanceof Failed) throw look.reason;
  const reading = await look.consistent(() => part.read(look));
  const consistent: Reading = (cursor) => look.consistent(() => reading(cursor));
  return reading.isIdle === undefined ? consistent : Object.assign(consistent, { isIdle: reading.isIdle });
}
