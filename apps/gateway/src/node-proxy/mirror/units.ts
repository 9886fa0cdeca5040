import { unitsOfKept, unitsOfPassed } from '@app/rate-limit';
import type { Served } from '@app/upstream';
import type { MirrorRoute } from './route';

/** A push is identified, sent, and looked up when its node refuses it. */
const PUSH_UNITS = 3;

/**
 * Units of a request besides the one that it counts on arrival, known once its body is read.
 * @param bytes of the request target and the body
 */
export function unitsOfRequest({ retry }: MirrorRoute, bytes: number): number {
  return unitsOfPassed(bytes) + (retry === 'push' ? PUSH_UNITS : 0);
}

/** Units of an answer: kept ones, and those that a request to a node in progress serves as well, cost only their sending. */
export function unitsOfAnswer({ reply, source }: Pick<Served, 'reply' | 'source'>): number {
  const { length } = reply.bytes;
  return source === 'miss' ? unitsOfPassed(length) : unitsOfKept(length);
}
