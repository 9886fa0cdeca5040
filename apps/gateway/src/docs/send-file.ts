import type { Request, Response } from 'express';
import type { StaticFile } from './static-file';

/** Answers with `file`, compressed where the client takes gzip; 304 when the client has it already. */
export function sendFile(request: Request, response: Response, file: StaticFile): void {
  response.setHeader('ETag', file.etag);
  response.setHeader('Cache-Control', 'no-cache');
  response.vary('Accept-Encoding');
  if (request.headers['if-none-match']?.includes(file.etag) === true) {
    response.writeHead(304).end();
    return;
  }
  const takesGzip = request.acceptsEncodings('gzip', 'identity') === 'gzip';
  const body = takesGzip ? file.gzip : file.plain;
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', body.byteLength);
  if (takesGzip) response.setHeader('Content-Encoding', 'gzip');
  response.end(request.method === 'HEAD' ? undefined : body);
}
