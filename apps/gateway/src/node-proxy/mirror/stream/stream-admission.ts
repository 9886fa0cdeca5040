import type { IncomingMessage } from 'node:http';
import { SETTINGS, type Settings } from '@app/operations';
import { BucketGuard, CLIENT_ADDRESS, type ClientAddress, StreamCounts } from '@app/rate-limit';
import { Inject, Injectable } from '@nestjs/common';
import { BUSY, MirrorError } from '../errors/node-error';

/** Where the header fields of a count go. */
interface Fields {
  setHeader(name: string, value: string): unknown;
}

/** Bounds the streams of all clients and of each, and how often a client opens one. */
@Injectable()
export class StreamAdmission {
  readonly #counts: StreamCounts;
  readonly #limits: Settings['streams'];

  constructor(
    @Inject(SETTINGS) { streams }: Settings,
    @Inject(CLIENT_ADDRESS) private readonly clientAddress: ClientAddress,
    private readonly buckets: BucketGuard,
  ) {
    this.#limits = streams;
    this.#counts = new StreamCounts(streams);
  }

  /** Counts a request that opens a stream in the bucket of the mirror. @throws RateLimitedError */
  countRequest(request: IncomingMessage, fields: Fields): Promise<void> {
    return this.buckets.count('mirror', request, fields);
  }

  /** Counts one more open stream. @returns its end. @throws MirrorError over a limit */
  enter(request: IncomingMessage): () => void {
    const end = this.#counts.open(this.clientAddress(request));
    if (end === 'total') throw new MirrorError(503, 'too many streams are open', BUSY);
    if (end === 'address')
      throw new MirrorError(429, `too many streams of this address (${this.#limits.perAddress})`, BUSY);
    return end;
  }
}
