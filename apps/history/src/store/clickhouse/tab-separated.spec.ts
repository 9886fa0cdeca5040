import { tabSeparated } from './tab-separated';

describe('rows separated by tabs', () => {
  it('bytes that separate values are escaped, all others are sent as they are', () => {
    const rows = [
      [5n, 7, new Uint8Array([0, 9, 255, 10, 92, 13, 78])],
      [6n, 8, new Uint8Array()],
    ];
    const expected = Buffer.concat([
      Buffer.from('3\t5\t7\t'),
      Buffer.from([0, 92, 116, 255, 92, 110, 92, 92, 92, 114, 78]),
      Buffer.from('\n3\t6\t8\t\n'),
    ]);
    expect(tabSeparated(3, rows)).toEqual(expected);
  });
});
