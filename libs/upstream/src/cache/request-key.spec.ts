import fc from 'fast-check';
import { bodyKey, queryKey } from './request-key';

const keyOf = (text: string): string => bodyKey(Buffer.from(text));

/** JSON as a sender writes it: names, texts and numbers as their characters, so that nothing is lost. */
type Written = { readonly token: string } | Written[] | { members: [string, Written][] };

const VALUES = [
  ...['""', '"1"', '"x:y"', '"alice"', '"\\u0061lice"', '"\\/1"', 'true', 'false', 'null'],
  ...[
    '0',
    '1',
    '10',
    '1.0',
    '1e1',
    '-1',
    '9007199254740992',
    '9007199254740993',
    '0.1',
    '100000000000000000000',
  ],
];
const NAMES = fc.constantFrom(
  ...[
    '"a"',
    '"b"',
    '"limit"',
    '"1"',
    '"__proto__"',
    '"a:b"',
    '"members"',
    '"\\u0061"',
    '"\\u006cimit"',
    '"\\n"',
  ],
);
const { written } = fc.letrec<{ written: Written }>((tie) => ({
  written: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...VALUES).map((token) => ({ token })),
    fc.array(tie('written'), { maxLength: 3 }),
    fc.record({ members: fc.array(fc.tuple(NAMES, tie('written')), { maxLength: 3 }) }),
  ),
}));
const body = fc.record({ members: fc.array(fc.tuple(NAMES, written), { maxLength: 4 }) });

/** The same name for JSON.parse. */
const withEscape = (name: string): string =>
  name.replace(/^"([a-z])/, (_start, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`);

const textOf = (value: Written): string => {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if ('token' in value) return value.token;
  return `{${value.members.map(([name, inner]) => `${name}: ${textOf(inner)}`).join(', ')}}`;
};

/** A text as a node reads it: the backslash goes, and what follows it stays, but for t, n and r. */
const readByNode = (token: string): string =>
  token.replaceAll(/\\(.)/g, (_escape, next: string) => ({ t: '\t', n: '\n', r: '\r' })[next] ?? next);

/** Equal for two values only if a node that keeps every digit and every member reads the same. */
const meaningOf = (value: Written): string => {
  if (Array.isArray(value)) return `[${value.map(meaningOf).join(',')}]`;
  if ('token' in value) return readByNode(value.token);
  const names = value.members.map(([name]) => readByNode(name));
  const members = value.members.map(([name, inner]) => `${readByNode(name)}:${meaningOf(inner)}`);
  return `{${(new Set(names).size === names.length ? members.sort() : members).join(',')}}`;
};

describe('bodyKey', () => {
  it('bodyKey is shared by bodies of more than 16 KiB only when their bytes are equal', () => {
    const long = 'x'.repeat(16_384);
    expect(keyOf(`{"a":1,"b":"${long}"}`)).toBe(keyOf(`{"a":1,"b":"${long}"}`));
    expect(keyOf(`{"a":1,"b":"${long}"}`)).not.toBe(keyOf(`{"b":"${long}","a":1}`));
  });

  it('bodyKey is shared by bodies of more than 64 members only when their bytes are equal', () => {
    const members = (count: number) => Array.from({ length: count }, (_, index) => `"m${index}":1`);
    const body = (list: string[]) => Buffer.from(`{${list.join(',')}}`);
    expect(bodyKey(body(members(64)))).toBe(bodyKey(body(members(64).reverse())));
    expect(bodyKey(body(members(65)))).not.toBe(bodyKey(body(members(65).reverse())));
    expect(bodyKey(body(members(65)))).toBe(bodyKey(body(members(65))));
  });

  it('bodyKey is shared by bodies with the same members in another order, and other white space', () => {
    expect(keyOf('{"code":"dex","limit":5}')).toBe(keyOf('{ "limit": 5,\n"code": "dex" }'));
  });

  it.each([
    ['two numbers that are one double', '{"a":9007199254740993}', '{"a":9007199254740992}'],
    ['a member that occurs twice', '{"a":1,"a":2}', '{"a":2}'],
    ['a number and its text', '{"limit":5}', '{"limit":"5"}'],
    ['an own __proto__ and none', '{"__proto__":{"a":1}}', '{}'],
    ['no body and an empty object', '', '{}'],
    ['two texts that are no JSON', '{"a":', '{"a"'],
    ['a name and one with an escape', '{"limit":5}', '{"\\u006cimit":5}'],
    ['a value and one with an escape', '{"scope":"alice"}', '{"scope":"\\u0061lice"}'],
    ['an empty object and one with a line break', '{}', '{\n}'],
  ])('bodyKey differs for %s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it('bodyKey differs for two bodies that are no UTF-8', () => {
    const [one, other] = ['{"a":"\u00ff"}', '{"a":"\u00fe"}'].map((text) => Buffer.from(text, 'latin1'));
    expect(bodyKey(one!)).not.toBe(bodyKey(other!));
  });

  it('bodyKey is shared only by bodies that a node reads the same', () => {
    const pair = fc.oneof(
      fc.tuple(body, body),
      body.chain((one) =>
        fc.tuple(
          fc.constant(one),
          fc.shuffledSubarray(one.members, { minLength: one.members.length }).map((members) => ({ members })),
        ),
      ),
      body.map((one): [typeof one, typeof one] => [
        one,
        { members: one.members.map(([name, inner]) => [withEscape(name), inner]) },
      ]),
    );
    fc.assert(
      fc.property(pair, ([one, other]) => {
        if (keyOf(textOf(one)) === keyOf(textOf(other))) expect(meaningOf(one)).toBe(meaningOf(other));
      }),
      { numRuns: 5_000 },
    );
  });

  it('bodyKey is shared by every order of the members where no name occurs twice and all values are plain', () => {
    const plain = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'limit'), fc.nat(999)), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(plain, (members) => {
        const text = (list: [string, number][]) => JSON.stringify(Object.fromEntries(list));
        expect(keyOf(text(members))).toBe(keyOf(text([...members].reverse())));
      }),
    );
  });
});

describe('queryKey', () => {
  it('queryKey is shared by the same parameters in another order', () => {
    expect(queryKey('limit=5&account=alice')).toBe(queryKey('account=alice&limit=5'));
  });

  it('queryKey keeps the order of a parameter that occurs twice', () => {
    expect(queryKey('a=1&a=2')).not.toBe(queryKey('a=2&a=1'));
  });
});
