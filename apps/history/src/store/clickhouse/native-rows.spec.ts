import { readNative } from './native-rows';

/**
 * Answer of ClickHouse 26.7, and of 18.16, to SELECT toUInt64(5 - number) AS seq, if(number = 0, '\\0\\xff', 'a') AS p,
 * toUInt32(7) AS t, toUInt8(1) AS f, toInt64(-1) AS l FROM numbers(2).
 */
const ANSWER = Buffer.from(
  '0502' +
    '037365710655496e743634' +
    '05000000000000000400000000000000' +
    '017006537472696e67' +
    '0200ff0161' +
    '01740655496e743332' +
    '0700000007000000' +
    '01660555496e7438' +
    '0101' +
    '016c05496e743634' +
    'ffffffffffffffffffffffffffffffff',
  'hex',
);

const ROWS = [
  [5n, Buffer.from([0, 255]), 7, 1, -1n],
  [4n, Buffer.from('a'), 7, 1, -1n],
];

describe('rows in the format Native', () => {
  it('an answer is read by the types of its columns, one block after the other', () => {
    expect(readNative(ANSWER)).toEqual(ROWS);
    expect(readNative(Buffer.concat([ANSWER, ANSWER]))).toEqual([...ROWS, ...ROWS]);
    expect(readNative(Buffer.alloc(0))).toEqual([]);
  });

  it('a string of 128 bytes and more has a length of two bytes', () => {
    const text = 'x'.repeat(300);
    const answer = Buffer.concat([Buffer.from('0101017006537472696e67ac02', 'hex'), Buffer.from(text)]);
    expect(readNative(answer)).toEqual([[Buffer.from(text)]]);
  });

  it('an answer that ends within a value, or has a type that no statement asks for, is refused', () => {
    expect(() => readNative(ANSWER.subarray(0, -6))).toThrow(RangeError);
    expect(() => readNative(Buffer.from('0101016404446174650000', 'hex'))).toThrow('the type Date');
  });

  it('an answer that says more rows than it has bytes is refused', () => {
    const answer = Buffer.from('01ffffffffff7f01700655496e74363400', 'hex');
    expect(() => readNative(answer)).toThrow('fewer rows than it says');
  });

  it('an answer with rows that have no columns is refused: they would take no bytes', () => {
    expect(() => readNative(Buffer.from('0002', 'hex'))).toThrow('rows without columns');
    expect(readNative(Buffer.from('0000', 'hex'))).toEqual([]);
  });
});
