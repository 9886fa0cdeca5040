import type { IncomingHttpHeaders } from 'node:http';
import { truncated } from '../../errors/wording';
import type { JsonRpcRequest } from '../transport/json-rpc';

/** The body member that `Mcp-Name` repeats, by method. */
const NAMED_BY = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

const BASE64 = /^=\?base64\?((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\?=$/;

/** Longest `Mcp-Name` that is compared, in characters as sent; the names and URIs of this server are far shorter. */
const MAX_NAME_CHARACTERS = 2_048;

/** The value of a header that may be written `=?base64?...?=`, or undefined when that is broken. */
export function decodedHeader(value: string): string | undefined {
  const bare = value.trim();
  if (!bare.startsWith('=?base64?') || !bare.endsWith('?=')) return bare;
  const encoded = BASE64.exec(bare)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}

/**
 * Why the headers every request of revision 2026-07-28 must carry do not fit its body, or undefined.
 * The classification compares the version and the method with the body; here both have to be there, and `Mcp-Name`
 * has to agree.
 */
export function standardHeaderProblem(
  headers: IncomingHttpHeaders,
  request: JsonRpcRequest,
): string | undefined {
  if (headers['mcp-protocol-version'] === undefined) return 'the MCP-Protocol-Version header is missing';
  if (headers['mcp-method'] === undefined) {
    return `the body names method ${truncated(request.method)} but the Mcp-Method header is missing`;
  }
  const member = NAMED_BY.get(request.method);
  if (member === undefined) return undefined;
  const named = request.params?.[member];
  const header = headers['mcp-name'];
  if (header === undefined) {
    return typeof named === 'string'
      ? `the body names ${truncated(named)} but the Mcp-Name header is missing`
      : undefined;
  }
  if (String(header).length > MAX_NAME_CHARACTERS) {
    return `the Mcp-Name header is longer than ${MAX_NAME_CHARACTERS} characters`;
  }
  const decoded = decodedHeader(String(header));
  if (decoded === undefined) return 'the Mcp-Name header is not valid base64 of UTF-8 text';
  return typeof named === 'string' && decoded !== named
    ? `the body names ${truncated(named)} but the Mcp-Name header names ${truncated(decoded)}`
    : undefined;
}
