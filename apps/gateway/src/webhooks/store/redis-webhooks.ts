import { randomBytes } from 'node:crypto';
import type { Clock } from '@app/operations';
import {
  leaseEnd,
  leaseText,
  MAX_CLOCK_SKEW_MS,
  type RedisClient,
  RedisValues,
  type SharedValuesOptions,
  textOf,
  type ValueBinding,
  withCode,
} from '@app/redis';
import { MAX_POSITION_BYTES } from '../messages/webhook-position';
import { HOLD, KEEP, RELEASE } from './webhook-scripts';
import { type Hold, LEASE_MS, type WebhookKey, type WebhookStore } from './webhook-store';

const OWNER_BYTES = 8;
/** A lease that changes meanwhile is one of another replica. */
const MAX_TRIES = 3;
const PROBE: WebhookKey = { network: 'probe', name: 'probe' };
const SCRIPTS = {
  hold: HOLD(MAX_POSITION_BYTES),
  keep: KEEP(MAX_POSITION_BYTES),
  release: RELEASE(MAX_POSITION_BYTES),
};

/** Webhooks in Redis: a lease and a position for each of them, both authenticated. */
export class RedisWebhooks extends RedisValues implements WebhookStore {
  /** This process. */
  readonly #owner = randomBytes(OWNER_BYTES).toString('hex');
  constructor(
    private readonly clock: Clock,
    options: SharedValuesOptions,
  ) {
    super(options, '{webhooks}');
  }

  async hold(key: WebhookKey, known: string | undefined): Promise<Hold> {
    return (await this.tried((redis) => this.#hold(redis, key, known))) ?? { kind: 'lost' };
  }

  async keep(key: WebhookKey, position: string): Promise<boolean> {
    const value = withCode(position, this.#binding('position', key));
    const kept = await this.tried((redis) => this.#run(redis, 'keep', key, this.#owner, value));
    return kept === 1;
  }

  async release(key: WebhookKey): Promise<void> {
    await this.tried((redis) => this.#run(redis, 'release', key, this.#owner));
  }

  async #hold(redis: RedisClient, key: WebhookKey, known: string | undefined): Promise<Hold> {
    const binding = this.#binding('lease', key);
    const putBack = known === undefined ? '' : withCode(known, this.#binding('position', key));
    let over = '';
    // Forged, or of the second secret.
    let replaced = '';
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const own = leaseText(this.#owner, this.clock.now() + LEASE_MS, binding);
      const reply = await this.#run(redis, 'hold', key, this.#owner, over, own, LEASE_MS, replaced, putBack);
      const [kind, lease = '', stored = ''] = reply as string[];
      const position = stored === '' ? undefined : textOf(stored, this.#binding('position', key));
      const isForged = stored !== '' && position === undefined;
      if (isForged) this.reportForged();
      const isOther = isForged || (position === known && stored !== putBack);
      if (kind === 'held' && known !== undefined && isOther) replaced = stored;
      else if (kind === 'held') return { kind: 'held', position, ...(isForged && { isForged }) };
      // Redis ends it by its own clock. One that it does not end is over for every clock only after the largest skew.
      else if (leaseEnd(lease, binding, this.clock.now() - MAX_CLOCK_SKEW_MS) !== undefined)
        return { kind: 'other', position };
      else over = lease;
    }
    return { kind: 'other', position: undefined };
  }

  /** Every command of the scripts: what a user of Redis may not run shows here. */
  protected async probe(redis: RedisClient): Promise<void> {
    await this.#run(redis, 'hold', PROBE, this.#owner, '', '', 1, '', '');
    await this.#run(redis, 'keep', PROBE, this.#owner, '');
    await this.#run(redis, 'release', PROBE, this.#owner);
  }

  #run(
    redis: RedisClient,
    script: keyof typeof SCRIPTS,
    key: WebhookKey,
    ...values: readonly (string | number)[]
  ): Promise<unknown> {
    const keys = ['lease', 'position'].map((part) => this.#key(part, key));
    return redis.eval(SCRIPTS[script], keys.length, ...keys, ...values);
  }

  #key(part: string, { network, name }: WebhookKey): string {
    return `${this.prefix}${network}:${name}:${part}`;
  }

  #binding(part: 'lease' | 'position', key: WebhookKey): ValueBinding {
    return this.binding(`webhook-${part}`, this.#key(part, key));
  }
}
