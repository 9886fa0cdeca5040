/** A client that sends any bytes, without a library that would correct them. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  json: Json;
}

/** Parsed JSON of a shape the test knows. */
export type Json = Record<string, never> & {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
};

export async function send(
  url: URL,
  body: string | object | undefined,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<RawAnswer> {
  const answer = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: (isJson ? JSON.parse(text) : {}) as Json,
  };
}

/** A request of the revisions that start with `initialize`. */
export function initializeRequest(method: string, params: object = {}, id: number | string = 1): object {
  return { jsonrpc: '2.0', id, method, params };
}

export const VERSION = '2026-07-28';

/** A request of revision 2026-07-28 with its envelope. */
export function statelessRequest(method: string, params: object = {}, id: number | string = 1): object {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } };
}

/** The headers that belong to it. */
export function statelessHeaders(method: string, name?: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'mcp-protocol-version': VERSION,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  };
}
