const LOOPBACK_ADDRESS = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/;

/** What a request says about where it comes from. */
export interface Sender {
  readonly remoteAddress?: string;
  readonly host?: string;
  readonly origin?: string;
}

/**
 * Why a request is not one of somebody on this machine; undefined when it is. The name it was sent to and the page it
 * was sent from count as well: a web page elsewhere must not reach a chain on the machine of whoever looks at it.
 */
export function strangerReason({ remoteAddress = '', host, origin }: Sender): string | undefined {
  if (!LOOPBACK_ADDRESS.test(remoteAddress)) return `they come from ${remoteAddress || 'nowhere'}`;
  if (host !== undefined && !LOOPBACK_HOST.test(host)) return `they are sent to ${host}`;
  if (origin !== undefined && !LOOPBACK_HOST.test(origin.replace(/^https?:\/\//, ''))) {
    return `they are sent by a page of ${origin}`;
  }
  return undefined;
}
