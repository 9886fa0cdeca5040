import { CLOCK, type Clock, SETTINGS, type Settings } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import { CLIENT_ADDRESS } from './bucket.guard';
import type { AddressedRequest, ClientAddress } from './client-address';
import { MemoryCounter } from './memory-counter';
import { RateLimitedError } from './rate-limited-error';

/**
 * Bounds how many messages of a client are read at all, where the bucket of a message stands in its body.
 *
 * The limit is twice the sum of all buckets a message can count in, which no client within its buckets can
 * reach: a window of the intake overlaps at most two windows of each bucket. Counted in the memory of this
 * process: it bounds the work of this process, and is no promise to clients.
 */
@Injectable()
export class MessageIntake {
  /** Messages per minute and client. */
  readonly limit: number;
  readonly #counter: MemoryCounter;

  constructor(
    @Inject(CLOCK) clock: Clock,
    @Inject(SETTINGS) { rateLimits }: Settings,
    @Inject(CLIENT_ADDRESS) private readonly clientAddress: ClientAddress,
  ) {
    this.limit = 2 * Object.values(rateLimits).reduce((sum, limit) => sum + limit, -rateLimits.mirror);
    this.#counter = new MemoryCounter(clock);
  }

  /** Counts one message by its head; the error to answer when its body must not be read. */
  refusal(request: AddressedRequest): RateLimitedError | undefined {
    const { hits, msLeft } = this.#counter.hit(this.clientAddress(request));
    if (hits <= this.limit) return undefined;
    return new RateLimitedError('meta', this.limit, Math.ceil(msLeft / 1000));
  }
}
