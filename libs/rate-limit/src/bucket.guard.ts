import {
  type AddressedRequest,
  type ClientAddress,
  type CountableRequest,
  Metrics,
  SETTINGS,
  type Settings,
} from '@app/operations';
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import { type Bucket, bucketOf, NO_LIMIT, refusedBucketOf, WINDOW_MS } from './bucket';
import { type BucketRecord, BucketStorage } from './bucket-storage';
import { deferHit, DeferredHit } from './deferred-hit';
import { KnownMetadata } from './known-metadata';
import { RateLimitedError } from './rate-limited-error';

/** Injection token of the function that distinguishes clients. */
export const CLIENT_ADDRESS = Symbol('client address');

/** Where the headers of a count go: an answer, or what stands in for one. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

/**
 * Counts every request of a handler that has a bucket by bucket and client address, and refuses the
 * ones over the limit with RateLimitedError. Where refused requests have a bucket of their own, the count
 * is deferred (DeferredHit); a client that is known to be over either limit is refused here. A bucket whose limit is 0
 * counts nothing.
 * Reads no more of the request than AddressedRequest, and writes no more to the answer than headers: a tool
 * call over MCP passes the same guard.
 */
@Injectable()
export class BucketGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() private readonly storage: BucketStorage,
    @Inject(CLIENT_ADDRESS) private readonly clientAddress: ClientAddress,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly metrics: Metrics,
  ) {
    super(options, storage, new KnownMetadata());
  }

  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    const { isCounted = false } = context.switchToHttp().getRequest<CountableRequest>();
    return Promise.resolve(isCounted || bucketOf(context.getHandler(), context.getClass()) === undefined);
  }

  protected override getTracker(request: AddressedRequest): Promise<string> {
    return Promise.resolve(this.clientAddress(request));
  }

  protected override generateKey(context: ExecutionContext, client: string): string {
    return keyOf(bucketOfContext(context), client);
  }

  /** Counts the request, or defers the count where refused requests have a bucket of their own. */
  protected override async handleRequest(props: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, getTracker, generateKey, throttler } = props;
    const { req, res } = this.getRequestResponse(context) as { req: AddressedRequest; res: HeaderSink };
    const bucket = bucketOfContext(context);
    const refused = refusedBucketOf(bucket);
    const client = await getTracker(req, context);
    if (refused === undefined) {
      if (limit === NO_LIMIT) return true;
      const key = generateKey(context, client, throttler.name ?? 'default');
      this.#decide(bucket, limit, await this.storage.increment(key, ttl, limit), res);
      return true;
    }
    for (const one of [bucket, refused]) {
      const oneLimit = this.settings.rateLimits[one];
      if (oneLimit === NO_LIMIT) continue;
      const blocked = this.storage.blocked(keyOf(one, client), oneLimit);
      if (blocked !== undefined) this.#decide(one, oneLimit, blocked, res);
    }
    deferHit(req, new DeferredHit((one) => this.count(one, req, res), bucket, refused));
    return true;
  }

  /**
   * Counts a request in a bucket and writes the headers, for what is no handler with a bucket of its own. Without a
   * limit it does neither.
   * @throws RateLimitedError over the limit
   */
  async count(bucket: Bucket, request: AddressedRequest, response: HeaderSink): Promise<void> {
    const limit = this.settings.rateLimits[bucket];
    if (limit === NO_LIMIT) return;
    const key = keyOf(bucket, this.clientAddress(request));
    this.#decide(bucket, limit, await this.storage.increment(key, WINDOW_MS, limit), response);
  }

  /**
   * Counts units of a request that is counted already, before its work, and writes the headers.
   * @throws RateLimitedError over the limit
   */
  async countMore(
    bucket: Bucket,
    units: number,
    request: AddressedRequest,
    response: HeaderSink,
  ): Promise<void> {
    const limit = this.settings.rateLimits[bucket];
    if (units === 0 || limit === NO_LIMIT) return;
    const record = await this.storage.add(keyOf(bucket, this.clientAddress(request)), units, limit);
    if (record.isBlocked) this.#decide(bucket, limit, record, response);
    else writeHeaders(response, limit, record.totalHits, record.timeToExpire);
  }

  /**
   * Counts units of a request whose work is done, and writes the headers. Over the limit, this request is still
   * answered, and the next ones are refused.
   */
  async charge(
    bucket: Bucket,
    units: number,
    request: AddressedRequest,
    response: HeaderSink,
  ): Promise<void> {
    const limit = this.settings.rateLimits[bucket];
    if (units === 0 || limit === NO_LIMIT) return;
    const key = keyOf(bucket, this.clientAddress(request));
    const { totalHits, timeToExpire } = await this.storage.add(key, units, limit);
    writeHeaders(response, limit, totalHits, timeToExpire);
  }

  /**
   * Counts a request in a bucket before its handler is called, and writes the headers.
   * @returns whether it is within the limit: the guard does not count it again then. One that is not is left to the
   *   guard, which refuses it. A promise while Redis counts.
   */
  countEarly(bucket: Bucket, request: CountableRequest, response: HeaderSink): boolean | Promise<boolean> {
    const limit = this.settings.rateLimits[bucket];
    if (limit === NO_LIMIT) return (request.isCounted = true);
    const key = keyOf(bucket, this.clientAddress(request));
    const decide = (record: BucketRecord): boolean => {
      if (record.isBlocked) return false;
      this.#decide(bucket, limit, record, response);
      return (request.isCounted = true);
    };
    const record = this.storage.incrementNow(key, limit);
    return record === undefined ? this.storage.increment(key, WINDOW_MS, limit).then(decide) : decide(record);
  }

  /** @throws RateLimitedError when the record is over the limit. */
  #decide(bucket: Bucket, limit: number, record: BucketRecord, response: HeaderSink): void {
    const { isBlocked, totalHits, timeToExpire, countedBy } = record;
    const decision = isBlocked ? 'refused' : 'allowed';
    this.metrics.rateLimitDecisions.inc({ bucket, decision, counter: countedBy });
    writeHeaders(response, limit, totalHits, timeToExpire);
    if (!isBlocked) return;
    const error = new RateLimitedError(bucket, limit);
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
    throw error;
  }
}

function keyOf(bucket: Bucket, client: string): string {
  return `${bucket}:${client}`;
}

/** The bucket of a handler that `shouldSkip` let through. */
function bucketOfContext(context: ExecutionContext): Bucket {
  const bucket = bucketOf(context.getHandler(), context.getClass());
  if (bucket === undefined) throw new Error('the handler has no bucket');
  return bucket;
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-06, the last draft with one field per value. */
function writeHeaders(response: HeaderSink, limit: number, hits: number, secondsLeft: number): void {
  response.setHeader('RateLimit-Policy', `${limit};w=${WINDOW_MS / 1000}`);
  response.setHeader('RateLimit-Limit', String(limit));
  response.setHeader('RateLimit-Remaining', String(Math.max(0, limit - hits)));
  response.setHeader('RateLimit-Reset', String(secondsLeft));
}
