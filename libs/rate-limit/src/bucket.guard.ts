import { Metrics, SETTINGS, type Settings } from '@app/operations';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import { type Bucket, bucketOf, refusedBucketOf, WINDOW_MS } from './bucket';
import { type BucketRecord, BucketStorage } from './bucket-storage';
import type { AddressedRequest, ClientAddress } from './client-address';
import { deferHit, DeferredHit } from './deferred-hit';
import { RateLimitedError } from './rate-limited-error';

/** Injection token of the function that tells clients apart. */
export const CLIENT_ADDRESS = Symbol('client address');

/** Where the headers of a count go: an answer, or what stands in for one. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

/**
 * Counts every request of a handler that has a bucket by bucket and client address, and refuses the
 * ones over the limit with RateLimitedError. Where refused requests have a bucket of their own, the count
 * is deferred (DeferredHit); a client that is known to be over either limit is refused here.
 * Reads no more of the request than AddressedRequest, and writes no more to the answer than headers: a tool
 * call over MCP passes the same guard.
 */
@Injectable()
export class BucketGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly storage: BucketStorage,
    reflector: Reflector,
    @Inject(CLIENT_ADDRESS) private readonly clientAddress: ClientAddress,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {
    super(options, storage, reflector);
  }

  /**
   * Straight to the count. The base guard looks for the decorators of @nestjs/throttler first, on every
   * request and for every throttler; here there is one throttler, and one decorator: `Bucketed`.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const bucket = bucketOf(context.getHandler(), context.getClass());
    if (bucket === undefined) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<AddressedRequest>();
    const response = http.getResponse<HeaderSink>();
    const refused = refusedBucketOf(bucket);
    if (refused === undefined) {
      await this.count(bucket, request, response);
      return true;
    }
    const client = this.clientAddress(request);
    for (const one of [bucket, refused]) {
      const blocked = this.storage.blocked(`${one}:${client}`, this.settings.rateLimits[one]);
      if (blocked !== undefined) this.#decide(one, blocked, response);
    }
    deferHit(request, new DeferredHit((one) => this.count(one, request, response), bucket, refused));
    return true;
  }

  /**
   * Counts a request in a bucket and writes the headers, for what is no handler with a bucket of its own.
   * @throws RateLimitedError over the limit
   */
  async count(bucket: Bucket, request: AddressedRequest, response: HeaderSink): Promise<void> {
    const key = `${bucket}:${this.clientAddress(request)}`;
    const limit = this.settings.rateLimits[bucket];
    this.#decide(bucket, await this.storage.increment(key, WINDOW_MS, limit), response);
  }

  /** @throws RateLimitedError when the record is over the limit. */
  #decide(bucket: Bucket, record: BucketRecord, response: HeaderSink): void {
    const limit = this.settings.rateLimits[bucket];
    const { isBlocked, totalHits, timeToExpire, countedBy } = record;
    const decision = isBlocked ? 'refused' : 'allowed';
    this.metrics.rateLimitDecisions.inc({ bucket, decision, counter: countedBy });
    writeHeaders(response, limit, totalHits, timeToExpire);
    if (!isBlocked) return;
    const error = new RateLimitedError(bucket, limit, timeToExpire);
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
    throw error;
  }
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-06, the last draft with one field per value. */
function writeHeaders(response: HeaderSink, limit: number, hits: number, secondsLeft: number): void {
  response.setHeader('RateLimit-Policy', `${limit};w=${WINDOW_MS / 1000}`);
  response.setHeader('RateLimit-Limit', String(limit));
  response.setHeader('RateLimit-Remaining', String(Math.max(0, limit - hits)));
  response.setHeader('RateLimit-Reset', String(secondsLeft));
}
