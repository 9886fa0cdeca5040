import { toolError } from '@app/chain-tools';
import { CODES, errorReply, type HttpReply } from '@app/tooling';
import { isIPv4 } from 'node:net';

/** Whether a host (of a URL or of the settings) is this machine alone. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'));
}

/**
 * Whether a browser page of `origin` may call the server: listed, `*` listed, or a page of this
 * machine while the server listens on it alone. Anything that is no origin (`null` included) may
 * not. Source: the protocol's rule against DNS rebinding.
 */
export function isOriginAllowed(origin: string, allowed: readonly string[], listensOn: string): boolean {
  if (allowed.includes('*') || allowed.includes(origin)) return true;
  if (!isLoopback(listensOn) || !URL.canParse(origin)) return false;
  const { hostname, protocol } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && isLoopback(hostname);
}

/** The refusal of a page that may not call, or undefined. */
export function originRefusal(
  origin: string | undefined,
  { allowedOrigins, host }: { readonly allowedOrigins: readonly string[]; readonly host: string },
): HttpReply | undefined {
  if (origin === undefined || isOriginAllowed(origin, allowedOrigins, host)) return undefined;
  const { status, message, code } = toolError('ORIGIN_NOT_ALLOWED', origin);
  return errorReply(status, null, CODES.invalidRequest, message, { code });
}
