import type { IncomingMessage } from 'node:http';
import { toolError } from '@app/chain-tools';
import { type ToolError } from '@app/tooling';

type Head = Pick<IncomingMessage, 'httpVersion' | 'httpVersionMajor' | 'headers' | 'rawHeaders'>;

/**
 * Violation of HTTP in a request that the parser accepted; undefined for a valid one. Source:
 * RFC 9112 sections 2.3 (version), 3.2 (exactly one Host), 6.1 (transfer codings); RFC 9110 10.1.1 (Expect).
 */
export function headFault(request: Head): ToolError | undefined {
  const { httpVersion, httpVersionMajor, headers } = request;
  if (httpVersionMajor !== 1) return toolError('VERSION_NOT_SUPPORTED', httpVersion);
  const hosts = countOf('host', request.rawHeaders);
  if (hosts > 1) return toolError('MALFORMED_REQUEST', 'it has more than one Host header');
  if (hosts === 0 && httpVersion !== '1.0') return toolError('MALFORMED_REQUEST', 'it has no Host header');
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return toolError('TRANSFER_CODING_NOT_SUPPORTED');
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') return toolError('EXPECTATION_FAILED');
  return undefined;
}

/** How often a header was sent; names and values alternate, and Node's own record keeps the first Host alone. */
function countOf(name: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}
