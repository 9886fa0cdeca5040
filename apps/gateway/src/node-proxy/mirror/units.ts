import { unitsOfKept, unitsOfPassed } from '@app/rate-limit';
import type { Served } from '@app/upstream';
import { PUSH_TRANSACTIONS } from './push/push-answer';
import { listIn, MAX_ITEMS } from './push/push-items';
import type { MirrorRoute } from './route';

/** A push is identified, sent, and looked up when its node refuses it. */
const PUSH_UNITS = 3;

/**
 * Units of a request besides the one that it counts on arrival, known once its body is read. Each transaction of a list is
 * executed and, where the list is refused or lost, looked up like one that is pushed alone.
 * @param url request target
 */
export function unitsOfRequest({ retry, path }: MirrorRoute, url: string, body: Buffer): number {
  const passed = unitsOfPassed(url.length + body.length);
  if (retry !== 'push') return passed;
  // Longer lists are refused before a node is asked.
  const items = path === PUSH_TRANSACTIONS ? Math.min(listIn(body)?.length ?? 1, MAX_ITEMS) : 1;
  return passed + PUSH_UNITS + Math.max(0, items - 1);
}

/** Units of an answer: kept ones, and those that a request to a node in progress serves as well, cost only their sending. */
export function unitsOfAnswer({ reply, source }: Pick<Served, 'reply' | 'source'>): number {
  const { length } = reply.bytes;
  return source === 'miss' ? unitsOfPassed(length) : unitsOfKept(length);
}
