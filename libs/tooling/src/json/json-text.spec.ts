import fc from 'fast-check';
import { faultInWords, jsonProblem, MAX_JSON_VALUES } from './json-text';

const faultOf = (text: string): string | undefined => {
  const problem = jsonProblem(text, { maxValues: Infinity });
  return problem?.kind === 'fault' ? faultInWords(text, problem.offset) : undefined;
};

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A member of an object is written as a pair; the oracle sees the names, a parser only the last of equal ones. */
type Tree = string | number | boolean | null | { list: Tree[] } | { members: [string, Tree][] };

const NAME = fc.constantFrom('a', 'b', '\u00e9', '__proto__', 'a"b', '');
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.record({ list: fc.array(tie('tree'), { maxLength: 3 }) }),
    fc.record({ members: fc.array(fc.tuple(NAME, tie('tree')), { maxLength: 3 }) }),
  ),
}));

/** Writes every character of a name as an escape, or none: both are the same name. */
const written = (name: string, isEscaped: boolean): string =>
  isEscaped
    ? `"${Array.from(name, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(name);

function textOf(value: Tree): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if ('list' in value) return `[${value.list.map(textOf).join(', ')}]`;
  const members = value.members.map(
    ([name, of], index) => `${written(name, index % 2 === 1)} :${textOf(of)}`,
  );
  return `{ ${members.join(',')}\n}`;
}

/** Whether any object has two equal names. */
function hasDuplicate(value: Tree): boolean {
  if (value === null || typeof value !== 'object') return false;
  if ('list' in value) return value.list.some(hasDuplicate);
  const names = value.members.map(([name]) => name);
  return new Set(names).size < names.length || value.members.some(([, of]) => hasDuplicate(of));
}

function countOf(value: Tree): number {
  if (value === null || typeof value !== 'object') return 1;
  const inner = 'list' in value ? value.list : value.members.map(([, of]) => of);
  return inner.reduce<number>((sum, one) => sum + countOf(one), 1);
}

describe('a member that an object has twice', () => {
  it.each([
    ['{"amount":"1","amount":"2"}', 'amount'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"signed_tx":{"packed_trx":"","x":[{"y":1}],"packed_trx":""}}', 'signed_tx.packed_trx'],
    ['{"list":[{"a":1},{"a":1,"b":2,"a":3}]}', 'list.a'],
    ['{"a":{"a":{"a":1}},"a":2}', 'a'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('the duplicate member of %s is %p', (text, path) => {
    expect(jsonProblem(text)).toEqual({ kind: 'duplicate', path });
  });

  it.each(['{"a":{"a":1},"b":[{"a":1},{"a":2}]}', '{"a":"a","b":"a"}', '["a","a"]', '{"a":1,"A":2}'])(
    'a member that an object has twice does not exist in %s',
    (text) => {
      expect(jsonProblem(text)).toBeUndefined();
    },
  );

  it('a member that an object has twice is found exactly when an oracle that sees all names finds one', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(jsonProblem(textOf(value))?.kind === 'duplicate').toBe(hasDuplicate(value));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a number that no double holds as it is written', () => {
  const everywhere = { mustBeExact: () => true };

  it.each([
    ['{"amount":0.12345678000000000000001}', 'amount', '0.12345678000000000000001'],
    ['{"a":[1,{"b":{"c":9007199254740993}}],"d":1}', 'a.b.c', '9007199254740993'],
    ['[1, 1e400]', '', '1e400'],
    ['-9007199254740993', '', '-9007199254740993'],
  ])('the inexact number of %s is found with its path', (text, path, number) => {
    expect(jsonProblem(text, everywhere)).toEqual({ kind: 'inexact', path, number });
    expect(jsonProblem(text)).toBeUndefined();
  });

  it('an inexact number is ignored where its path may have one, and in a string', () => {
    const text = '{"id":9007199254740993,"args":{"id":1,"text":"9007199254740993"}}';
    const ofArgs = { mustBeExact: (path: string) => path.startsWith('args') };
    expect(jsonProblem(text, ofArgs)).toBeUndefined();
    expect(jsonProblem(text.replace('"id":1', '"id":1e400'), ofArgs)).toMatchObject({ path: 'args.id' });
  });
});

describe('the number of values of a text', () => {
  it('the number of values of a text is bounded to exactly the maximum', () => {
    fc.assert(
      fc.property(
        tree.filter((value) => !hasDuplicate(value)),
        (value) => {
          const count = countOf(value);
          expect(jsonProblem(textOf(value), { maxValues: count })).toBeUndefined();
          expect(jsonProblem(textOf(value), { maxValues: count - 1 })).toEqual({ kind: 'too many values' });
        },
      ),
    );
  });

  it('the count of values stops at its bound: later bytes are ignored', () => {
    const values = Array.from({ length: MAX_JSON_VALUES }, (_, index) => index).join(',');
    expect(jsonProblem(`[${values}, broken`)).toEqual({ kind: 'too many values' });
  });
});

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
  ])('the error of %j names the place where the text stops being JSON', (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });

  it('the place where a text stops being JSON exists exactly when JSON.parse refuses', () => {
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
        fc.pre(jsonProblem(text, { maxValues: Infinity })?.kind !== 'duplicate');
        expect(jsonProblem(text, { maxValues: Infinity })?.kind === 'fault').toBe(!isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('the place where a text stops being JSON is found without recursion', () => {
    expect(faultOf('['.repeat(200_000))).toBe('it ends too early, at position 200000');
  });
});
