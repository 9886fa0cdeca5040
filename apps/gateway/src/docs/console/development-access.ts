import type { Settings } from '@app/operations';

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'];
const LOOPBACK_NAME = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?$/;

/** Addresses of clients on this machine, also as a socket of both families has them. */
const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

/** Headers that a proxy adds to a request. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'via'];

/** Whether this gateway listens for this machine alone, and no setting says that a proxy passes requests to it. */
export const servesThisMachineAlone = ({
  host,
  publicUrl,
  trustedProxies,
}: Pick<Settings, 'host' | 'publicUrl' | 'trustedProxies'>): boolean =>
  LOOPBACK_HOSTS.includes(host) && publicUrl === undefined && trustedProxies.length === 0;

/**
 * Whether a request is one of a page of this gateway: the browser says so, and both the name that the request is for
 * and the origin of the page are this machine. Without a rule for the name, a page whose name is pointed at this machine
 * would count as one of it; without one for the origin, so would a page behind a proxy that rewrites the name.
 * @param remoteAddress of the connection, which no header changes
 */
export const isOwnPage = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  remoteAddress: string | undefined,
): boolean => {
  const host = String(headers['host']);
  return (
    LOOPBACK_ADDRESS.test(remoteAddress ?? '') &&
    headers['sec-fetch-site'] === 'same-origin' &&
    LOOPBACK_NAME.test(host) &&
    headers['origin'] === `http://${host}` &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
};
