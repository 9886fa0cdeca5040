import type { Json } from '../json';
import { decodingOf, encodingOf, ODD_ABI } from '../testing/odd-abi';
import { ValueError } from '../value-error';
import { encodeType } from './values';

describe('composed types', () => {
  it.each([
    ['choice', '0005', ['uint8', 5]],
    ['choice', '010568656c6c6f', ['string', 'hello']],
    ['ids', '02010000000000000000000000ffffffff', [1, '18446744069414584320']],
    ['uint8?', '00', null],
    ['uint8[2]', '0102', [1, 2]],
    ['uint8?[]', '02000107', [null, 7]],
    ['uint8[][]', '0201050100', [[5], [0]]],
    ['derived', '010000000000000000', { id: 1, note: null }],
  ])('composed types read as %s, %s is %j', (type, hex, value) => {
    expect(decodingOf(type, hex)).toEqual(value);
    expect(encodingOf(type, value)).toBe(hex);
  });

  it.each([
    ['uint8[]', {}, 'expected a list, found an object'],
    ['uint8[]', [1, 300], '[1]: 300 is not between 0 and 255'],
    ['uint8[2]', [1], 'expected 2 elements, found 1'],
    ['choice', ['uint16', 1], 'the variant has no type "uint16"'],
    ['choice', 1, 'expected a variant like ["type", value]'],
    ['choice', ['uint8', 300], '[1]: 300 is not between 0 and 255'],
    ['derived', { id: 1, note: 5 }, 'note: expected a string, found a number'],
    ['derived', [], 'expected an object, found a list'],
    ['tree', { branches: [{ branches: [{}] }] }, 'branches[0].branches[0]: missing field "branches"'],
    ['chicken', 1, 'the type "chicken" is circular or nested too deeply'],
    ['ouroboros', {}, 'the type "ouroboros" is its own base'],
    ['orphan', {}, 'the ABI has no type "nobody"'],
    ['unheard', 1, 'the ABI has no type "unheard"'],
    ['polluter', {}, '__proto__: a field that no JSON object can hold'],
  ] as [string, Json, string][])('composed types cannot write %s from %j', (type, value, reason) => {
    expect(() => encodeType(ODD_ABI, type, value)).toThrow(new ValueError(reason));
  });

  it('composed types may leave optional members out', () => {
    expect(encodingOf('derived', { id: 1 })).toBe(encodingOf('derived', { id: 1, note: null }));
  });
});

describe('members made later ($)', () => {
  it.each([
    ['01', { id: 1 }],
    ['0102', { id: 1, since: 2 }],
    ['010200', { id: 1, since: 2, until: null }],
    ['01020103', { id: 1, since: 2, until: 3 }],
  ])('%s is %j', (hex, value) => {
    expect(decodingOf('grown', hex)).toEqual(value);
    expect(encodingOf('grown', value)).toBe(hex);
  });

  it('members made later ($) cannot follow a missing one', () => {
    expect(() => encodeType(ODD_ABI, 'grown', { id: 1, until: 3 })).toThrow(
      'missing field "since" before "until"',
    );
  });
});
