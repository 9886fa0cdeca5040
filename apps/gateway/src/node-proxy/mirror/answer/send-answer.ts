import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Served } from '@app/upstream';
import { compressedBytes, etagOf, MIN_COMPRESSED_BYTES } from './compressed';

const JSON_TYPE = 'application/json';
const MS_PER_SECOND = 1_000;
/** From this size on, a text costs more than a second piece. */
const LARGE_BYTES = 16_384;
const GZIP = /(?:^|[\s,])(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?=,|$)/i;

/**
 * Sends a node's answer: its status and its body, with its origin in headers. Immutable answers to GET and HEAD
 * carry an entity tag, which answers 304 to a client that has the same bytes.
 * @param contentType never the node's: a browser of the client would run what it names
 * @param onDerived called with the bytes that were made of the answer and are kept with it
 */
export async function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  served: Served,
  onDerived: (served: Served, bytes: number) => void,
  contentType = JSON_TYPE,
): Promise<void> {
  const { reply, lifetime, source, ageMs } = served;
  const isLong = reply.bytes.length >= MIN_COMPRESSED_BYTES;
  const isCompressed = isLong && GZIP.test(String(request.headers['accept-encoding'] ?? ''));
  const body = isCompressed ? await compressedBytes(reply, (bytes) => onDerived(served, bytes)) : reply.bytes;
  if (response.destroyed) return;
  response.setHeader('x-upstream', reply.node);
  const head = reply.nodeHead ?? reply.headBlock;
  if (head > 0) response.setHeader('x-head-block', head);
  response.setHeader('x-cache', source);
  response.setHeader('age', Math.floor(ageMs / MS_PER_SECOND));
  // All origins may call: no other field decides about the answer.
  if (isLong) response.setHeader('vary', 'Accept-Encoding');
  // Without use for a POST, and to hash a long answer takes a tenth of its time.
  if (lifetime.kind === 'immutable' && request.method !== 'POST') {
    const etag = etagOf(reply);
    response.setHeader('etag', etag);
    if (hasTag(request.headers['if-none-match'], etag)) {
      response.writeHead(304).end();
      return;
    }
  }
  response.statusCode = reply.status;
  response.setHeader('content-type', contentType);
  if (isCompressed) response.setHeader('content-encoding', 'gzip');
  response.setHeader('content-length', body.length);
  // As a text it is written with the head: Latin-1 has a character for each byte.
  if (body.length < LARGE_BYTES) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}

/** Whether a client has an answer with this tag. Tags are compared weakly. Source: RFC 9110 13.1.2. */
function hasTag(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false;
  const weak = etag.replace(/^W\//, '');
  return field.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === weak);
}
