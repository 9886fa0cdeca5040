import type { IncomingHttpHeaders } from 'node:http';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Source of a client's address: an HTTP request, or an object with the same members. */
export interface AddressedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** A request that may be counted before it reaches the guard. */
export interface CountableRequest extends AddressedRequest {
  /** Whether it is counted: the guard lets it pass. */
  isCounted?: boolean;
}

/** The address a client is counted by: IPv4 as it is, IPv6 as its /64 network. */
export type ClientAddress = (request: AddressedRequest) => string;

type Address = ReturnType<typeof ipaddr.process>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** The other end of a connection. */
export interface Peer {
  /** The whole address; empty where it is not known. */
  readonly address: string;
  /** The address it is counted by: IPv4 as it is, IPv6 as its /64 network. */
  readonly client: string;
  /** A trusted proxy: its connections and requests are those of many clients. */
  readonly isTrusted: boolean;
}

const LONGEST_ADDRESS = '[0000:0000:0000:0000:0000:ffff:255.255.255.255%12345678]:65535'.length;
const NOBODY: Peer = { address: '', client: 'unknown', isTrusted: false };
/** Addresses whose reading is kept. */
const MAX_KNOWN = 10_000;

/**
 * How clients are distinguished. The socket's address counts, unless it is one of the trusted proxies:
 * then X-Forwarded-For is walked from the right, over trusted hops only, so that what a client
 * writes into the header itself is never believed.
 * @param trustedProxies addresses and CIDR ranges
 */
export function clientAddressReader(trustedProxies: readonly string[]): ClientAddress {
  const clientOf = clientReader(trustedProxies);
  return (request) => clientOf(request).client;
}

/** As `clientAddressReader`, with the whole address of the client. */
export function clientReader(trustedProxies: readonly string[]): (request: AddressedRequest) => Peer {
  const hopOf = hopReader(trustedProxies);
  return ({ headers, socket }) => {
    let hop = hopOf(socket.remoteAddress ?? '');
    if (hop?.isTrusted !== true) return hop ?? NOBODY;
    const forwarded = headers['x-forwarded-for'];
    const claims = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',');
    for (let index = claims.length - 1; index >= 0 && hop.isTrusted; index--) {
      const reported = hopOf((claims[index] ?? '').trim());
      if (reported === undefined) break; // "unknown", "_hidden": all there is to know is who said so
      hop = reported;
    }
    return hop;
  };
}

/** The peer of a connection, independent of the content of its requests. */
export function peerReader(trustedProxies: readonly string[]): (remoteAddress: string | undefined) => Peer {
  const hopOf = hopReader(trustedProxies);
  return (remoteAddress = '') => hopOf(remoteAddress) ?? NOBODY;
}

function hopReader(trustedProxies: readonly string[]): (text: string) => Peer | undefined {
  const ranges = trustedProxies.map(rangeOf);
  // A size of 1 each, not a number of entries: lru-cache would allocate the lists of all at once.
  const known = new LRUCache<string, Peer>({ maxSize: MAX_KNOWN, sizeCalculation: () => 1 });
  return (text) => {
    const seen = known.get(text);
    if (seen !== undefined) return seen;
    const address = addressOf(text);
    if (address === undefined) return undefined;
    const hop = {
      address: address.toString(),
      client: clientOf(address),
      isTrusted: ranges.some((range) => isWithin(address, range)),
    };
    known.set(text, hop);
    return hop;
  };
}

/**
 * The site of a client: its address, or the /48 of its IPv6 network. A site often has many /64 networks, and counts by
 * them would not bound it. Pure.
 */
export const siteOf = (client: string): string =>
  client.replace(/^((?:[\da-f]+:){2}[\da-f]+):[\da-f]+::\/64$/, '$1::/48');

/** Reads the forms proxies write: 192.0.2.1, 192.0.2.1:8080, 2001:db8::1, [2001:db8::1], [2001:db8::1]:8080. */
function addressOf(text: string): Address | undefined {
  if (text.length > LONGEST_ADDRESS) return undefined;
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined;
  return ipaddr.process(bare);
}

function clientOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const network = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${network.map((part) => part.toString(16)).join(':')}::/64`;
}

function rangeOf(text: string): Range {
  const [address, bits] = text.includes('/')
    ? ipaddr.parseCIDR(text)
    : ([ipaddr.parse(text), text.includes(':') ? 128 : 32] satisfies Range);
  const isMapped = address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [(address as ipaddr.IPv6).toIPv4Address(), bits - 96] : [address, bits];
}

function isWithin(address: Address, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}
