import { nameToValue } from '@app/antelope';
import { BlockEntries } from './block-entries';
import type { StreamEntry } from './stream-entry';

const ALICE = nameToValue('alice');
const ENTRY = { sequence: 7n } as StreamEntry;
const all = () => true;

test('an entry is made once for all clients', async () => {
  let made = 0;
  const block = new BlockEntries(
    [{}],
    () => [ALICE],
    () => 1,
    async () => {
      made += 1;
      return ENTRY;
    },
  );
  expect(await Promise.all([block.matching([ALICE], all), block.matching([], all)])).toEqual([
    [ENTRY],
    [ENTRY],
  ]);
  expect(made).toBe(1);
});

test('an entry that could not be made is made for the next client', async () => {
  let isAway = true;
  const block = new BlockEntries(
    [{}],
    () => [ALICE],
    () => 1,
    async () => {
      if (isAway) throw new Error('the database does not answer');
      return ENTRY;
    },
  );
  await expect(block.matching([ALICE], all)).rejects.toThrow('the database does not answer');
  isAway = false;
  expect(await block.matching([ALICE], all)).toEqual([ENTRY]);
});
