import {
  type AddressedRequest,
  type ClientAddress,
  CLOCK,
  type Clock,
  SETTINGS,
  type Settings,
} from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import { BUCKETS, NO_LIMIT } from './bucket';
import { CLIENT_ADDRESS } from './bucket.guard';
import { MemoryCounter } from './memory-counter';
import { RateLimitedError } from './rate-limited-error';

/**
 * Size of a piece in bytes: a message counts once more for each piece. The limit of a message without a transaction is
 * one piece: 16 KiB of arguments, as over REST, and 4 KiB for the members around them.
 */
export const MESSAGE_PIECE_BYTES = 20_480;

/**
 * Bounds how many messages of a client are read at all, where the bucket of a message stands in its body.
 *
 * A message counts once, and once more for every 20 KiB of it. The limit is twice the sum of all buckets; a client
 * within its buckets cannot reach it: a window of the intake overlaps at most two
 * windows of each bucket, and only the relay takes messages of more than 20 KiB. Counted in the memory of
 * this process: it bounds the work of this process, and is no promise to clients. Where a bucket of MCP has no limit,
 * neither has the intake.
 */
@Injectable()
export class MessageIntake {
  /** Messages and pieces of 20 KiB per minute and client. */
  readonly limit: number;
  readonly #counter: MemoryCounter;

  constructor(
    @Inject(CLOCK) clock: Clock,
    @Inject(SETTINGS) { rateLimits, maxBodyBytes }: Settings,
    @Inject(CLIENT_ADDRESS) private readonly clientAddress: ClientAddress,
  ) {
    const limits = BUCKETS.flatMap((bucket) => (bucket === 'mirror' ? [] : [rateLimits[bucket]]));
    const messages = limits.reduce((sum, limit) => sum + limit, 0);
    const large = rateLimits.relay + rateLimits['relay-refused'];
    this.limit = limits.includes(NO_LIMIT) ? Infinity : 2 * (messages + large * weightOf(maxBodyBytes.tools));
    this.#counter = new MemoryCounter(clock);
  }

  /** Counts one message by its head; the error to answer when its body must not be read. */
  refusal(request: AddressedRequest): RateLimitedError | undefined {
    const { hits } = this.#counter.hit(this.clientAddress(request));
    if (hits <= this.limit) return undefined;
    return new RateLimitedError('meta', this.limit);
  }

  /** Counts what was read of a message, on top of the message itself. */
  charge(request: AddressedRequest, bytes: number): void {
    const client = this.clientAddress(request);
    for (let left = weightOf(bytes); left > 0; left--) this.#counter.hit(client);
  }
}

const weightOf = (bytes: number): number => Math.floor(bytes / MESSAGE_PIECE_BYTES);
