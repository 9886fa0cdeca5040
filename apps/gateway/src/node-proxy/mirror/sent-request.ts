import { isJsonObject, jsonOf } from '@app/antelope';
import type { ToolError } from '@app/tooling';
import type { ReadBody } from '../../platform/surface';
import { INVALID_HTTP_REQUEST, MirrorError } from './errors/node-error';
import type { MirrorRoute } from './route';

/** A request in the form in which it goes to a node. */
export interface SentRequest {
  readonly method: 'GET' | 'POST';
  /** Path below the node's base URL, with the query as it was sent. */
  readonly path: string;
  /** The client's own bytes. */
  readonly body: Buffer;
  /** Members of the body or of the query; undefined where the node has to read them itself. */
  readonly parameters: Readonly<Record<string, unknown>> | undefined;
}

/** The parts of a request that are read. */
export interface IncomingNodeRequest {
  readonly method?: string;
  readonly originalUrl: string;
  readonly body?: ReadBody<Buffer>;
}

/** Bodies of documented routes are a few hundred bytes; a larger one is passed on without a look inside. */
const MAX_PARSED_BYTES = 16_384;
const NO_BODY = Buffer.alloc(0);
/** No route documents more than a dozen; each costs far more than its bytes. */
const MAX_PARAMETERS = 64;

/**
 * Reads a request to a route. A body that is no JSON object goes to the node as it is: its own refusal is what its
 * clients know. GET on a /v1 route takes the query as the members of the body, as nodes behind Hyperion do.
 * @throws ToolError when the body is refused; MirrorError for more than 64 parameters in the query
 */
export async function readSentRequest(
  route: MirrorRoute,
  request: IncomingNodeRequest,
): Promise<SentRequest> {
  const query = queryOf(request.originalUrl);
  const nodePath = route.nodePath ?? route.path;
  if (request.method === 'POST') {
    const body = await bytesOf(request.body);
    return { method: 'POST', path: nodePath, body, parameters: membersOf(body) };
  }
  const parameters = parametersIn(query);
  if (route.query !== undefined || !route.path.startsWith('/v1/')) {
    const path = query === '' ? nodePath : `${nodePath}?${query}`;
    return { method: 'GET', path, body: NO_BODY, parameters };
  }
  const body = query === '' ? NO_BODY : Buffer.from(JSON.stringify(parameters));
  return { method: 'POST', path: nodePath, body, parameters };
}

function parametersIn(query: string): Record<string, string> {
  let count = 1;
  for (let at = query.indexOf('&'); at >= 0; at = query.indexOf('&', at + 1)) count += 1;
  if (count > MAX_PARAMETERS)
    throw new MirrorError(400, `the query has more than ${MAX_PARAMETERS} parameters`, INVALID_HTTP_REQUEST);
  return Object.fromEntries(new URLSearchParams(query));
}

/** Bodies of documented routes are a few hundred bytes. */
const MAX_RAW_BYTES = 1_024;

/** A request as its client wrote it: equal ones have equal keys. Undefined for a long one. */
export function rawRequest(
  route: MirrorRoute,
  { method, originalUrl }: Omit<IncomingNodeRequest, 'body'>,
  body: Buffer,
): string | undefined {
  if (body.length > MAX_RAW_BYTES || originalUrl.length > MAX_RAW_BYTES) return undefined;
  return method === 'POST'
    ? `POST ${route.path} ${body.toString('latin1')}`
    : `GET ${route.path} ${queryOf(originalUrl)}`;
}

/** The body of a request. @throws ToolError when it is refused */
export async function bytesOf(read: ReadBody<Buffer> | undefined): Promise<Buffer> {
  const bytes: Buffer | ToolError = read === undefined ? NO_BODY : await read();
  if (bytes instanceof Error) throw bytes;
  return bytes;
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

function membersOf(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  if (body.length > MAX_PARSED_BYTES) return undefined;
  const value = jsonOf(body.toString('utf8'));
  return isJsonObject(value) ? value : undefined;
}
