import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Metadata services of clouds outside of the link-local ranges. */
const METADATA = new Set([
  ...['100.100.100.200', '168.63.129.16', '192.0.0.192'],
  ...['fd00:ec2::254', 'fd20:ce::254'],
]);
/**
 * Prefixes of IPv6 addresses that lead to an IPv4 address, and which of their bytes have it. Sources: RFC 6052 (NAT64),
 * RFC 8215 (NAT64 of a network), RFC 3056 (6to4), RFC 4291 (IPv4-compatible), RFC 6145 (IPv4-translated).
 */
const EMBEDDING: readonly (readonly [prefix: string, bytes: readonly number[]])[] = [
  ['64:ff9b::/96', [12, 13, 14, 15]],
  ['64:ff9b:1::/48', [12, 13, 14, 15]],
  ['64:ff9b:1::/48', [6, 7, 9, 10]],
  ['2002::/16', [2, 3, 4, 5]],
  ['::/96', [12, 13, 14, 15]],
  ['::ffff:0:0:0/96', [12, 13, 14, 15]],
];

/** Why a URL is no target of a webhook; undefined for one that is. The problem does not have the URL. */
export function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'must be an https URL';
  const url = new URL(text);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(host)))
    return 'must be an https URL; http is for loopback addresses';
  if (url.username !== '' || url.password !== '')
    return 'has credentials: the signature shows who sends, and a URL appears in logs of receivers';
  if (url.hash !== '') return 'has a fragment, which is never sent';
  if (isIP(host) !== 0 && isForbidden(host)) return FORBIDDEN;
  return undefined;
}

/** A reason for an address that no webhook is sent to. */
export const FORBIDDEN = 'is a link-local address, or that of a metadata service';

/** Whether nothing may be sent to an address: link-local ones, the metadata services of clouds among them. */
export function isForbidden(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() === 'linkLocal' || METADATA.has(parsed.toString())) return true;
  return parsed instanceof ipaddr.IPv6 && embeddedIn(parsed).some(isForbidden);
}

/** IPv4 addresses that a gateway on the way may send to instead. */
function embeddedIn(address: ipaddr.IPv6): string[] {
  const all = address.toByteArray();
  return EMBEDDING.filter(([prefix]) => address.match(ipaddr.IPv6.parseCIDR(prefix))).map(([, bytes]) =>
    bytes.map((at) => all[at]).join('.'),
  );
}

function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return isIP(host) !== 0 && ipaddr.process(host).range() === 'loopback';
}
