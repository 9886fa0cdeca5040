import { Redis } from 'ioredis';
import { runScript } from './redis-scripts';
import { RedisStore } from './redis-store';
import type { VirtualTime } from './virtual-time';

/** Half of the time from a command to its answer. */
const WAY_MS = 0.4;
const RECONNECT_MS = 500;

/** One Redis that all replicas are connected to; it may be lost. Stands in for every connection of ioredis. */
export class SimulatedRedis {
  readonly store: RedisStore;
  isLost = false;
  /** Those that wait for an entry of a stream. */
  readonly #waiting = new Set<() => void>();

  constructor(private readonly time: VirtualTime) {
    this.store = new RedisStore(() => time.nowMs);
  }

  /** Replaces the methods of ioredis that replicas use. @returns puts them back */
  install(): () => void {
    const { store } = this;
    const command = <T>(run: () => T): Promise<T> => this.#command(run);
    const connect = (redis: Redis): void => {
      this.time.after(WAY_MS, () => {
        if (redis.status === 'end') return;
        redis.status = 'ready';
        redis.emit('ready');
      });
    };
    const reconnect = (redis: Redis): void => {
      redis.status = 'reconnecting';
      redis.emit('close');
      this.time.after(RECONNECT_MS, () => {
        connect(redis);
      });
    };
    const xread = (...asked: readonly unknown[]): Promise<unknown> => {
      const [, , , waitMs, , key, last] = asked;
      return this.#entriesAfter(String(key), Number(String(last).split('-')[0]), Number(waitMs));
    };
    const methods = {
      connect(this: Redis) {
        connect(this);
        return Promise.resolve();
      },
      disconnect(this: Redis, isReconnecting = false) {
        if (isReconnecting) reconnect(this);
        else this.status = 'end';
      },
      eval: (script: string, count: number, ...rest: readonly (string | number)[]) =>
        command(() => {
          const texts = rest.map(String);
          const answer = runScript(store, script, texts.slice(0, count), texts.slice(count));
          if (script.includes('XADD')) for (const wake of this.#waiting) wake();
          return answer;
        }),
      set: (key: string, value: string, _: 'PX', lifeMs: number) =>
        command(() => {
          store.setText(key, value, lifeMs);
        }),
      del: (key: string) =>
        command(() => {
          store.remove(key);
        }),
      exists: (key: string) => command(() => Number(store.kindOf(key) !== 'none')),
      ping: () => command(() => 'PONG'),
      xread,
      xrevrange: (key: string) => command(() => store.entries(key).slice(-1)),
    };
    const prototype = Redis.prototype as unknown as Record<string, unknown>;
    const known = Object.keys(methods).map(
      (name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const,
    );
    Object.assign(prototype, methods);
    return () => {
      for (const [name, descriptor] of known) {
        if (descriptor === undefined) Reflect.deleteProperty(prototype, name);
        else Object.defineProperty(prototype, name, descriptor);
      }
    };
  }

  async #command<T>(run: () => T): Promise<T> {
    await this.time.delay(WAY_MS);
    if (this.isLost) throw new Error('Command timed out');
    const answer = run();
    await this.time.delay(WAY_MS);
    if (this.isLost) throw new Error('Command timed out');
    return answer;
  }

  async #entriesAfter(key: string, last: number, waitMs: number): Promise<unknown> {
    const endsAtMs = this.time.nowMs + waitMs;
    for (;;) {
      const entries = await this.#command(() =>
        this.store.entries(key).filter(([id]) => Number(id.split('-')[0]) > last),
      );
      if (entries.length > 0) return [[key, entries]];
      if (this.time.nowMs >= endsAtMs) return null;
      await this.#entry(endsAtMs - this.time.nowMs);
    }
  }

  /** Waits for the next entry, or for so long. */
  #entry(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        end();
        this.#waiting.delete(wake);
        resolve();
      };
      const end = this.time.after(waitMs, wake);
      this.#waiting.add(wake);
    });
  }
}
