const LOOPBACK_ADDRESS = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** The origin of a request: peer address, Host and Origin header. */
export interface Sender {
  readonly remoteAddress?: string;
  readonly host?: string;
  readonly origin?: string;
}

/**
 * The reason a request is not local; undefined for a local one. Host and Origin are checked, too: a web page of another
 * site must not reach a chain on the machine of its visitor.
 */
export function nonLocalReason({ remoteAddress = '', host, origin }: Sender): string | undefined {
  if (!LOOPBACK_ADDRESS.test(remoteAddress)) return `the request comes from ${remoteAddress || 'nowhere'}`;
  if (host !== undefined && !LOOPBACK_HOST.test(host)) return `the request is sent to ${host}`;
  if (origin !== undefined && !LOOPBACK_HOST.test(origin.replace(/^https?:\/\//, ''))) {
    return `the request is sent by a page of ${origin}`;
  }
  return undefined;
}
