import { Metrics, SETTINGS, type Settings } from '@app/operations';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
} from '@nestjs/throttler';
import { type Bucket, bucketOf, WINDOW_MS } from './bucket';
import { BucketStorage } from './bucket-storage';
import type { AddressedRequest, ClientAddress } from './client-address';
import { RateLimitedError } from './rate-limited-error';

/** Injection token of the function that tells clients apart. */
export const CLIENT_ADDRESS = Symbol('client address');

interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

/**
 * Counts every request of a handler that has a bucket by bucket and client address, and refuses the
 * ones over the limit with RateLimitedError. Reads no more of the request than AddressedRequest, and
 * writes no more to the answer than headers: a tool call over MCP passes the same guard.
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
    const limit = this.settings.rateLimits[bucket];
    const http = context.switchToHttp();
    const client = this.clientAddress(http.getRequest<AddressedRequest>());
    const record = await this.storage.increment(`${bucket}:${client}`, WINDOW_MS, limit);
    this.metrics.rateLimitDecisions.inc({
      bucket,
      decision: record.isBlocked ? 'refused' : 'allowed',
      counter: record.countedBy,
    });
    writeHeaders(http.getResponse<HeaderSink>(), limit, record.totalHits, record.timeToExpire);
    if (record.isBlocked) this.#refuse(http.getResponse<HeaderSink>(), bucket, limit);
    return true;
  }

  #refuse(response: HeaderSink, bucket: Bucket, limit: number): never {
    const error = new RateLimitedError(bucket, limit);
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
