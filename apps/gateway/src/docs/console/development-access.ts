import type { Settings } from '@app/operations';

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost'];
const LOOPBACK_NAME = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?$/;

/** Whether this gateway listens for this machine alone. */
export const listensOnLoopback = ({ host }: Pick<Settings, 'host'>): boolean => LOOPBACK_HOSTS.includes(host);

/**
 * Whether a request is one of a page of this gateway: the browser says so, and the name it used is that of this machine.
 * Without the second rule a page whose name is pointed at this machine would count as one of it.
 */
export const isOwnPage = (headers: Readonly<Record<string, string | string[] | undefined>>): boolean =>
  headers['sec-fetch-site'] === 'same-origin' && LOOPBACK_NAME.test(String(headers['host']));
