import type { HeaderObject, OpenAPIObject, OperationObject, ResponseObject } from '@nestjs/swagger';

const integer = { type: 'integer' };
const text = { type: 'string' };

/** Headers of the gateway's answers, as components of the document. */
export const ANSWER_HEADERS: Readonly<Record<string, HeaderObject>> = {
  RequestId: {
    description: 'Id of the request: the one the client sent, or a new one. Log lines of a failure have it',
    schema: text,
  },
  RateLimitLimit: { description: 'Requests of this bucket per minute and client address', schema: integer },
  RateLimitRemaining: { description: 'Requests left in the current window', schema: integer },
  RateLimitReset: { description: 'Seconds until the window ends', schema: integer },
  RateLimitPolicy: { description: 'Limit and window of the bucket, as `300;w=60`', schema: text },
  RetryAfter: { description: 'Seconds to wait before the same request is worth repeating', schema: integer },
};

const OF_EVERY_ANSWER = { 'x-request-id': 'RequestId' };
const OF_BUCKETS = {
  'RateLimit-Limit': 'RateLimitLimit',
  'RateLimit-Remaining': 'RateLimitRemaining',
  'RateLimit-Reset': 'RateLimitReset',
  'RateLimit-Policy': 'RateLimitPolicy',
};
const RETRY = { 'Retry-After': 'RetryAfter' };

/**
 * Documents the headers at the answer 200, where a reader looks for them, and `Retry-After` at 429. Every other answer
 * has them too: the description of the document says so. `document` is changed in place.
 */
export function addAnswerHeaders(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths)) {
    for (const operation of [item.get, item.post]) {
      if (operation !== undefined) addTo(operation);
    }
  }
  document.components = { ...document.components, headers: { ...ANSWER_HEADERS } };
}

function addTo(operation: OperationObject): void {
  const isLimited = 'x-rate-limit-bucket' in operation;
  for (const [status, response] of Object.entries(operation.responses) as [string, ResponseObject][]) {
    const names = headersAt(status, isLimited);
    const common = Object.entries(names).map(([header, name]) => [
      header,
      { $ref: `#/components/headers/${name}` },
    ]);
    const headers = { ...Object.fromEntries(common), ...response.headers };
    if (Object.keys(headers).length > 0) response.headers = headers;
  }
}

function headersAt(status: string, isLimited: boolean): Readonly<Record<string, string>> {
  if (status === '429') return RETRY;
  return status === '200' ? { ...OF_EVERY_ANSWER, ...(isLimited ? OF_BUCKETS : {}) } : {};
}
