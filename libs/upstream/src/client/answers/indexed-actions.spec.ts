import { readIndexedActions } from './indexed-actions';
import type { Raw } from '../../node/node-reply';

test.each([
  [{}, false],
  [{ next_cursor: '5-1' }, false],
  [{ next_cursor: '5-1', cut_at_bytes: 1_048_576 }, true],
])('a page with %j ends before its limit: %s', (members, isCut) => {
  expect(readIndexedActions({ actions: [], ...members } as unknown as Raw).isCut).toBe(isCut);
});
