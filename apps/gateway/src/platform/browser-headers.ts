import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '@app/operations';
import { isOriginAllowed } from '../mcp/transport/origin';

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
  'x-cache',
].join(', ');

/** Pages have inline styles, and Swagger UI has icons as data URLs. Everything else is a file of this server. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** Which pages may call a path: any for the tools and the mirror, where no cookie or credential can be misused. */
export class BrowserHeaders {
  constructor(private readonly settings: Pick<Settings, 'allowedOrigins' | 'host'>) {}

  /** Writes the fields that go by the path and the origin alone. */
  write({ url = '/', headers: { origin } }: IncomingMessage, response: ServerResponse): void {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const allowed = this.#allowedOrigin(url, origin);
    if (allowed !== undefined) {
      response.setHeader('Access-Control-Allow-Origin', allowed);
      if (origin !== undefined) response.setHeader('Access-Control-Expose-Headers', EXPOSED);
      if (allowed !== '*') response.setHeader('Vary', 'Origin');
    }
    if (url !== '/' && !url.startsWith('/docs')) return;
    response.setHeader('Content-Security-Policy', PAGE_POLICY);
    response.setHeader('Referrer-Policy', 'no-referrer');
  }

  /** Answers a page's question whether it may send the real request; false when nothing was asked, or it may not. */
  answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
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

  #allowedOrigin(url: string, origin: string | undefined): string | undefined {
    if (!url.startsWith('/mcp')) return '*';
    const { allowedOrigins, host } = this.settings;
    return origin !== undefined && isOriginAllowed(origin, allowedOrigins, host) ? origin : undefined;
  }
}
