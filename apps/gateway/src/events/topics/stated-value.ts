import { digestOf } from './digest';
import type { CursorForm, Reading } from './reading';

/** Of a client that was sent no value yet. */
const NOTHING = '-';
const CURSOR = /^(?:-|[\w-]{10})$/;

/** The cursors of values. */
export const VALUE_CURSORS: CursorForm = {
  isLog: false,
  longest: 10,
  isCursor: (text) => CURSOR.test(text),
};

/**
 * A topic whose events state a value as it is now: a client that stands at another value is sent this one. Values in
 * between are not sent, and one that a fork took back is corrected by the next event.
 * @param identity what makes the value another one; by default all of it
 */
export function statedValue(event: string, data: object, identity: unknown = data): Reading {
  const cursor = digestOf(identity);
  return (stated) => ({
    start: NOTHING,
    events: stated === cursor ? [] : [{ event, data, cursor }],
    cursor,
  });
}
