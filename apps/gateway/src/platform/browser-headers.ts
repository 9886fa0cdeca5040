import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONSISTENCY_NAME } from '@app/operations';
import type { GatewayRequest } from './fast-path/express-prototypes';
import type { CorsPolicy, Surface } from './surface';

/** Response headers that a page of another origin may read. */
const EXPOSED = [
  'x-request-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'ratelimit-policy',
  'x-upstream',
  'x-head-block',
  'x-network-head',
  'x-cache',
  'age',
  'etag',
  'x-verified',
  CONSISTENCY_NAME,
].join(', ');

/** Pages have inline styles, and Swagger UI has icons as data URLs. Everything else is a file of this server. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** Of all other answers: a browser that opens one runs nothing of it and loads nothing for it. */
const NO_PAGE_POLICY = "sandbox; default-src 'none'";

const policyOf = ({ isPage, pagePolicy = PAGE_POLICY }: Surface): string =>
  isPage ? pagePolicy : NO_PAGE_POLICY;

/** Writes the fields that go by the surface and the origin alone. */
export function writeBrowserHeaders(
  { surface, headers: { origin } }: GatewayRequest,
  response: ServerResponse,
): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const allowed = allowedOrigin(surface.cors, origin);
  if (allowed !== undefined) {
    response.setHeader('Access-Control-Allow-Origin', allowed);
    if (origin !== undefined) response.setHeader('Access-Control-Expose-Headers', EXPOSED);
    if (allowed !== '*') response.setHeader('Vary', 'Origin');
  }
  response.setHeader('Content-Security-Policy', policyOf(surface));
  if (!surface.isPage) return;
  response.setHeader('Referrer-Policy', 'no-referrer');
}

/** Answers a page's question whether it may send the real request; false when nothing was asked, or it may not. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, headers } = request;
  const isAsked = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  if (!isAsked || !response.hasHeader('Access-Control-Allow-Origin')) return false;
  const wanted = headers['access-control-request-headers'];
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, OPTIONS');
  if (wanted !== undefined) response.setHeader('Access-Control-Allow-Headers', wanted);
  response.setHeader('Access-Control-Max-Age', '86400');
  response.setHeader('Vary', 'Origin, Access-Control-Request-Headers');
  response.writeHead(204).end();
  return true;
}

function allowedOrigin(cors: CorsPolicy, origin: string | undefined): string | undefined {
  if (cors === 'any') return '*';
  return origin !== undefined && cors(origin) ? origin : undefined;
}
