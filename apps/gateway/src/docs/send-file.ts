import type { Request, Response } from 'express';
import type { StaticFile } from './static-file';

const KEPT_FOR_A_YEAR = 'public, max-age=31536000, immutable';

/** Answers with `file`, compressed where the client takes that; 304 when the client has it already. */
export function sendFile(request: Request, response: Response, file: StaticFile): void {
  response.setHeader('ETag', file.etag);
  response.setHeader('Cache-Control', file.isImmutable ? KEPT_FOR_A_YEAR : 'no-cache');
  response.vary('Accept-Encoding');
  if (request.headers['if-none-match']?.includes(file.etag) === true) {
    response.writeHead(304).end();
    return;
  }
  const [encoding, body] = encodedFor(request, file);
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', body.byteLength);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The smallest form that the client takes, whichever it names first: browsers name gzip before br. */
function encodedFor(request: Request, { plain, gzip, brotli }: StaticFile): readonly [string, Buffer] {
  if (brotli !== undefined && request.acceptsEncodings('br') === 'br') return ['br', brotli];
  return request.acceptsEncodings('gzip', 'identity') === 'gzip' ? ['gzip', gzip] : ['identity', plain];
}
