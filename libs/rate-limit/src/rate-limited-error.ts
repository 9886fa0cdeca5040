import type { Bucket } from './bucket';

/** Retry-After of a refused client, in seconds: a whole window. Source: docs/reference/rules.md, rate limits. */
export const RETRY_AFTER_SECONDS = 60;

/** The client has used up its bucket; nothing was done. */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor(
    readonly bucket: Bucket,
    readonly limit: number,
  ) {
    super(`rate limit exceeded for the ${bucket} bucket (${limit} per minute)`);
  }
}
