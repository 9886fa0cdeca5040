import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

const MAX_SHOWN_CHARACTERS = 100;

/** Names by which clients may reach the management port, besides IP addresses and this machine's own names. */
export type AllowedHosts = readonly string[];

/**
 * Why a request is refused; undefined when it may be answered. A web page must not read the management
 * port through the browser of a machine that can reach it: neither by a name of its own that resolves here
 * (DNS rebinding: `Host` is then that name) nor as a page of another site.
 * @param advice which setting allows a name
 */
export function refusalReason(
  headers: IncomingHttpHeaders,
  allowed: AllowedHosts,
  advice: string,
): string | undefined {
  const { host, origin } = headers;
  if (host !== undefined && !isAllowedHost(host, allowed))
    return `host ${host.slice(0, MAX_SHOWN_CHARACTERS)} is not allowed here; ${advice}`;
  if (origin !== undefined && origin !== `http://${host ?? ''}`) return 'pages of other origins are refused';
  const site = headers['sec-fetch-site'];
  const isOpenedByPerson = headers['sec-fetch-dest'] === 'document';
  if ((site === 'cross-site' || site === 'same-site') && !isOpenedByPerson)
    return 'pages of other origins are refused';
  return undefined;
}

function isAllowedHost(host: string, allowed: AllowedHosts): boolean {
  const name = host
    .replace(/:\d{1,5}$/, '')
    .toLowerCase()
    .replace(/\.$/, '');
  const address = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
  return isIP(address) !== 0 || name === 'localhost' || name.endsWith('.localhost') || allowed.includes(name);
}
