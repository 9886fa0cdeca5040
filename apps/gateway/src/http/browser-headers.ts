import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a page of another origin may read besides the body. */
const EXPOSED = [
  'x-request-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
  'x-upstream',
  'x-head-block',
  'x-cache',
].join(', ');

/** Swagger UI brings its styles inline and its icons as data; everything else is its own files. */
const DOCS_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The header fields browsers go by. Pages of any origin may call the tools and the mirror: there are
 * no cookies or credentials to misuse. POST /mcp has an allow-list of its own and is left to itself.
 */
export function writeBrowserHeaders(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const url = request.url ?? '/';
  if (url.startsWith('/mcp')) return;
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (request.headers.origin !== undefined) response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (!url.startsWith('/docs')) return;
  response.setHeader('Content-Security-Policy', DOCS_POLICY);
  response.setHeader('Referrer-Policy', 'no-referrer');
}

/** Answers a browser's question whether it may send the real request; false when it asked nothing. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
    return false;
  if (request.url?.startsWith('/mcp') === true) return false;
  const wanted = request.headers['access-control-request-headers'];
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
  if (wanted !== undefined) response.setHeader('Access-Control-Allow-Headers', wanted);
  response.setHeader('Access-Control-Max-Age', '86400');
  response.setHeader('Vary', 'Access-Control-Request-Headers');
  response.writeHead(204).end();
  return true;
}
