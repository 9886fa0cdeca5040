import type { Json } from '@app/antelope';
import fc from 'fast-check';
import { flag, hex, integer, list, name, optional, ParameterError, readParameters, text } from './parameters';

describe('the readers of request members', () => {
  it.each<[Json | undefined, number]>([
    [undefined, 10],
    [null, 0],
    [5, 5],
    ['2', 2],
    [-1, 4294967295],
    ['-1', 4294967295],
    [true, 1],
    [2.9, 2],
  ])('the readers of request members take %j for the integer %j', (given, read) => {
    expect(integer(10)(given)).toBe(read);
  });

  it.each<[Json | undefined, boolean]>([
    [undefined, false],
    [null, false],
    ['true', true],
    ['false', false],
    [1, true],
    [0, false],
  ])('the readers of request members take %j for the flag %j', (given, read) => {
    expect(flag()(given)).toBe(read);
  });

  it.each<[Json | undefined, string]>([
    [undefined, 'absent'],
    [null, ''],
    [7, '7'],
    [true, 'true'],
    ['word', 'word'],
  ])('the readers of request members take %j for the text %j', (given, read) => {
    expect(text('absent')(given)).toBe(read);
  });

  it('the readers of request members take names only as the chain prints them', () => {
    expect([undefined, '', 'alice', 'eosio.token'].map(name)).toEqual(['', '', 'alice', 'eosio.token']);
    for (const given of ['Orders', 'alice.', 'bob6', 'a'.repeat(14), 5, null, {}]) {
      expect(() => name(given)).toThrow(ParameterError);
    }
  });

  it('the readers of request members refuse values of another type or format', () => {
    const refused: [(value: Json) => unknown, Json][] = [
      [integer(0), 'ten'],
      [integer(0), {}],
      [integer(0), '1e3'],
      [flag(), 'yes'],
      [flag(), '1'],
      [flag(), []],
      [text(), {}],
      [hex, 'abc'],
      [hex, 'zz'],
      [hex, 1],
      [list(name), 'alice'],
    ];
    for (const [reader, value] of refused) expect(() => reader(value)).toThrow(ParameterError);
  });

  it('the readers of request members read bytes back from hex', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(Uint8Array.from(hex(Buffer.from(bytes).toString('hex')))).toEqual(bytes);
      }),
    );
  });

  it('the readers of request members leave unlisted members alone and name the member that is wrong', () => {
    const readers = { limit: integer(10), code: name, symbol: optional(text()) };
    expect(readParameters(readers, { code: 'alice', symbol: null, other: {} })).toEqual({
      limit: 10,
      code: 'alice',
      symbol: undefined,
    });
    expect(() => readParameters(readers, { code: 'Alice' })).toThrow(
      'code: Name not properly normalized (name: Alice, normalized: .lice) ',
    );
    expect(() => readParameters(readers, [])).toThrow(ParameterError);
  });
});
