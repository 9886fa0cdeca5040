import { digestOf } from './digest';
import type { Reading } from './reading';

/**
 * A topic whose events state a value as it is now: a client that stands at another value is sent this one. Values in
 * between are not sent, and one that a fork took back is corrected by the next event.
 * @param identity what makes the value another one; by default all of it
 */
export function statedValue(event: string, data: object, identity: unknown = data): Reading {
  const cursor = digestOf(identity);
  return (stated) => ({ events: stated === cursor ? [] : [{ event, data, cursor }], cursor });
}
