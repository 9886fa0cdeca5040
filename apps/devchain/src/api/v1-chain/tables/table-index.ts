import { readUint64 } from '../values/uint64';

/** Beginnings of the words nodeos takes for an index position, with the number of the secondary index. */
const WORDS: readonly (readonly [beginning: string, secondary: number])[] = [
  ['sec', 0],
  ['ter', 1],
  ['th', 1],
  ['fou', 2],
  ['fi', 3],
  ['six', 4],
  ['sev', 5],
  ['eig', 6],
  ['nin', 7],
  ['ten', 8],
];
const PRIMARY = new Set(['', 'first', 'primary', 'one']);

/** The number of a table's secondary index (the first is 0), `primary`, or undefined for a text that is neither. */
export function readIndexPosition(position: string): number | 'primary' | undefined {
  if (PRIMARY.has(position)) return 'primary';
  if (position === 'two') return 0;
  const word = WORDS.find(([beginning]) => position.startsWith(beginning));
  if (word !== undefined) return word[1];
  const number = readUint64(position);
  if (number === undefined) return undefined;
  // The index is kept in the lowest four bits of the table name.
  return number < 2n ? 'primary' : Number((number - 2n) & 0xfn);
}
