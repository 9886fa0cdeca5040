import fc from 'fast-check';
import { jsonFault } from './json-fault';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('the place where a text stops being JSON', () => {
  it.each([
    ['{"a":}', 'unexpected "}" at position 5 (line 1 column 6)'],
    ['{"a":1,}', 'unexpected "}" at position 7 (line 1 column 8)'],
    ['[1,]', 'unexpected "]" at position 3 (line 1 column 4)'],
    ["{'a':1}", `unexpected "'" at position 1 (line 1 column 2)`],
    ['{"a" 1}', 'unexpected "1" at position 5 (line 1 column 6)'],
    ['{"a":01}', 'unexpected "1" at position 6 (line 1 column 7)'],
    ['{\n  "a": 1,\n  b: 2\n}', 'unexpected "b" at position 14 (line 3 column 3)'],
    ['{"a":"x\ny"}', 'unexpected "\\n" at position 7 (line 1 column 8)'],
    ['{"a":"\\x"}', 'unexpected "\\\\" at position 6 (line 1 column 7)'],
    ['[1}', 'unexpected "}" at position 2 (line 1 column 3)'],
    ['{} {}', 'unexpected "{" at position 3 (line 1 column 4)'],
    ['NaN', 'unexpected "N" at position 0 (line 1 column 1)'],
    ['account=alice', 'unexpected "a" at position 0 (line 1 column 1)'],
    ['😀', 'unexpected "😀" at position 0 (line 1 column 1)'],
    ['{"account": ', 'it ends too early, at position 12'],
    ['{"account": "al', 'it ends too early, at position 15'],
    ['', 'it ends too early, at position 0'],
  ])('of %j is said', (text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });

  it('exists exactly when JSON.parse refuses', () => {
    const mutated = fc
      .tuple(
        fc.json(),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom('', '"', '\\', '{', ']', '}', ',', ':', '0', 'e', '\u0001', ' '),
      )
      .map(([json, at, cut, put]) => {
        const from = at % (json.length + 1);
        return json.slice(0, from) + put + json.slice(from + cut);
      });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string(), fc.json()), (text) => {
        expect(jsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('is found without recursion', () => {
    expect(jsonFault('['.repeat(200_000))).toBe('it ends too early, at position 200000');
  });
});
