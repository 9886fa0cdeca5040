import { randomBytes } from 'node:crypto';
import type { Clock } from '@app/operations';
import {
  MAX_CLOCK_SKEW_MS,
  RedisConnection,
  type SharedValuesOptions,
  textOf,
  type ValueBinding,
  withCode,
} from '@app/redis';
import type { AnnouncedPush, SharedPushes } from './shared-pushes';

/** Longer than any message of a replica. */
const MAX_CHARACTERS = 256;
const TEXT = /^(?<origin>[\w-]{11})@(?<at>\d{13})@(?<abi>[01])@(?<network>\w+)$/;

/**
 * Pushes over a channel of Redis, authenticated: `<replica>@<milliseconds since 1970>@<0 or 1>@<network>:<code>`. A
 * message that is lost leaves kept answers to their usual time; one that is sent again drops them once more.
 */
export class RedisPushes implements SharedPushes {
  readonly #publisher: RedisConnection;
  /** A connection that listens takes no other commands. */
  readonly #subscriber: RedisConnection;
  readonly #channel: string;
  readonly #origin = randomBytes(8).toString('base64url');
  readonly #listeners: ((push: AnnouncedPush) => void)[] = [];
  readonly #isUp = { publisher: false, subscriber: false };

  constructor(
    private readonly clock: Clock,
    private readonly options: SharedValuesOptions,
  ) {
    const { keyPrefix, server } = options;
    this.#channel = `${keyPrefix}pushes`;
    this.#publisher = new RedisConnection({
      server,
      onChange: (isUp, reason) => {
        this.#report('publisher', isUp, reason);
      },
      probe: (redis, keys) => Promise.all(keys.map((key) => redis.exists(keyPrefix + key))),
    });
    this.#subscriber = new RedisConnection({
      server,
      onChange: (isUp, reason) => {
        this.#report('subscriber', isUp, reason);
      },
      probe: (redis) => redis.subscribe(this.#channel),
    });
    this.#subscriber.redis.on('message', (_channel: string, message: string) => {
      this.#take(message);
    });
  }

  /** Connects; retries in the background. Never rejects. */
  async start(): Promise<void> {
    await Promise.all([this.#publisher.start(), this.#subscriber.start()]);
  }

  close(): void {
    this.#publisher.close();
    this.#subscriber.close();
  }

  onPush(listener: (push: AnnouncedPush) => void): void {
    this.#listeners.push(listener);
  }

  async announce({ network, setsAbi }: AnnouncedPush): Promise<void> {
    if (!this.#publisher.isUp) return;
    const text = `${this.#origin}@${this.clock.now()}@${setsAbi ? 1 : 0}@${network}`;
    try {
      await this.#publisher.redis.publish(this.#channel, withCode(text, this.#binding));
    } catch (error) {
      this.#publisher.recordFailure(error);
    }
  }

  #take(message: string): void {
    const text = message.length > MAX_CHARACTERS ? undefined : textOf(message, this.#binding);
    const { origin, at, abi, network } = TEXT.exec(text ?? '')?.groups ?? {};
    if (network === undefined || Math.abs(this.clock.now() - Number(at)) > MAX_CLOCK_SKEW_MS) {
      this.options.onForged?.();
      return;
    }
    if (origin === this.#origin) return;
    for (const listener of this.#listeners) listener({ network, setsAbi: abi === '1' });
  }

  /** Up: pushes of this replica and of others go through. */
  #report(connection: 'publisher' | 'subscriber', isUp: boolean, reason: string): void {
    this.#isUp[connection] = isUp;
    const { publisher, subscriber } = this.#isUp;
    if (isUp === (publisher && subscriber)) this.options.onChange(isUp, reason);
  }

  get #binding(): ValueBinding {
    return { secret: this.options.secret, purpose: 'pushed', key: this.#channel };
  }
}
