import { readRowBinary } from './row-binary';

/** Answer of ClickHouse 26.7 to SELECT toUInt64(5) AS seq, '\0\xff' AS p, toUInt32(7) AS t, toUInt8(1) AS f, toInt64(-1) AS l. */
const ANSWER = Buffer.from(
  '0503736571017001740166016c' +
    '0655496e743634' +
    '06537472696e67' +
    '0655496e743332' +
    '0555496e7438' +
    '05496e743634' +
    '0500000000000000' +
    '0200ff' +
    '07000000' +
    '01' +
    'ffffffffffffffff',
  'hex',
);

describe('rows in binary form', () => {
  it('an answer in binary form is read by the types of its columns', () => {
    expect(readRowBinary(ANSWER)).toEqual([[5n, Buffer.from([0, 255]), 7, 1, -1n]]);
  });

  it('a string of 128 bytes and more has a length of two bytes', () => {
    const text = 'x'.repeat(300);
    const answer = Buffer.concat([Buffer.from('01017006537472696e67ac02', 'hex'), Buffer.from(text)]);
    expect(readRowBinary(answer)).toEqual([[Buffer.from(text)]]);
  });

  it('an answer that ends within a value, or has a type that no statement asks for, is refused', () => {
    expect(() => readRowBinary(ANSWER.subarray(0, -6))).toThrow(RangeError);
    expect(() => readRowBinary(Buffer.from('01017004446174650000', 'hex'))).toThrow('the type Date');
  });
});
