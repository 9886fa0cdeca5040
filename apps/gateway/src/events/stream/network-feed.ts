import { setTimeout as delay } from 'node:timers/promises';
import type { Network } from '../../network/network';
import { Look } from '../reads/look';
import type { TopicPart } from '../reads/topic-reads';
import type { Reading } from '../topics/reading';

/** Interval of the looks at a network: the time of a block. A topic that takes longer is looked at less often. */
const LOOK_EVERY_MS = 500;
/** Parts of topics that are read for all clients of a network. */
const MAX_PARTS = 1_000;
/** Topics that are read at the same time. */
const PARALLEL_READS = 16;

/** A client of a feed. */
export interface Subscriber {
  deliver(part: TopicPart, reading: Reading): Promise<void>;
  fail(part: TopicPart, cause: unknown): void;
}

/** A part as it is when a client begins. */
export interface FirstReading {
  readonly part: TopicPart;
  readonly reading: Reading | Failed;
}

interface Followed {
  readonly part: TopicPart;
  readonly subscribers: Set<Subscriber>;
  isBusy: boolean;
}

/** Looks at one network while it has clients: each topic is read once for all of them. */
export class NetworkFeed {
  readonly #followed = new Map<string, Followed>();
  #isRunning = false;
  #isClosed = false;

  constructor(private readonly network: Network) {}

  /** Whether so many parts of topics can be read besides those that are. */
  takes(parts: readonly TopicPart[]): boolean {
    const added = parts.filter(({ key }) => !this.#followed.has(key)).length;
    return this.#followed.size + added <= MAX_PARTS;
  }

  /** Reads parts now, for a client that begins: what happens from here on, it is sent. */
  async first(parts: readonly TopicPart[]): Promise<readonly FirstReading[]> {
    const look = await lookAt(this.network);
    return Promise.all(
      parts.map(async (part) => ({ part, reading: await readingOf(part, look).catch(failed) })),
    );
  }

  /** @returns its end */
  subscribe(parts: readonly TopicPart[], subscriber: Subscriber): () => void {
    for (const part of parts) {
      const known = this.#followed.get(part.key) ?? { part, subscribers: new Set(), isBusy: false };
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
      // Slow topics are not waited for: the next look passes over those that are still being read.
      void this.#look();
      await delay(LOOK_EVERY_MS, undefined, { ref: false });
    }
    this.#isRunning = false;
  }

  async #look(): Promise<void> {
    const idle = [...this.#followed.values()].filter(({ isBusy }) => !isBusy);
    for (const followed of idle) followed.isBusy = true;
    const look = await lookAt(this.network);
    const workers = Array.from({ length: PARALLEL_READS }, async () => {
      for (let next = idle.pop(); next !== undefined; next = idle.pop()) await this.#read(next, look);
    });
    await Promise.all(workers);
  }

  async #read(followed: Followed, look: Look | Failed): Promise<void> {
    const { part, subscribers } = followed;
    try {
      const reading = await readingOf(part, look);
      await Promise.all([...subscribers].map((subscriber) => subscriber.deliver(part, reading)));
    } catch (error) {
      for (const subscriber of subscribers) subscriber.fail(part, error);
    } finally {
      followed.isBusy = false;
    }
  }
}

/** A read that failed, and why. */
export class Failed {
  constructor(readonly reason: unknown) {}
}

const failed = (reason: unknown): Failed => new Failed(reason);

const lookAt = (network: Network): Promise<Look | Failed> => Look.at(network).catch(failed);

async function readingOf(part: TopicPart, look: Look | Failed): Promise<Reading> {
  if (look instanceof Failed) throw look.reason;
  return part.read(look);
}
