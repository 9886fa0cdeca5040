import { ABI } from '@wharfkit/antelope';
import { serializeAbi } from '../src/abi/definition';
import { hexToBytes } from '../src/bytes/hex';

/** An ABI that any account of a chain may set, with the data of its action `x`. */
export interface HostileAbi {
  readonly title: string;
  /** The binary form, which nodes accept without a look at it. */
  readonly raw: Uint8Array;
  readonly data: Uint8Array;
  /** The data in JSON; undefined: it cannot be decoded and is shown in hex. */
  readonly decoded?: object;
  /** The same of an executed action, as nodes read it: counts may have more bytes than they need. */
  readonly executed?: object;
}

const MANY = 20_000;
const HUGE_NAME = 'n'.repeat(200_000);
/** Members that every object has from its prototype. */
const PROTOTYPE_NAMES = ['constructor', 'toString', 'valueOf', 'toJSON', 'then', 'hasOwnProperty', 'length'];

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const field = (name: string, type: string): ABI.Field => ({ name, type });
const struct = (name: string, fields: ABI.Field[], base = ''): ABI.Struct => ({ name, base, fields });
const alias = (new_type_name: string, type: string): ABI.TypeDef => ({ new_type_name, type });
const elements = (count: number, digits: string): string => {
  const bytes = [];
  for (let rest = count; ; rest >>>= 7) {
    bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) return Buffer.from(bytes).toString('hex') + digits.repeat(count);
  }
};

/** A key of a web authenticator with a name of so many bytes. */
const keyOf = (nameBytes: number): string => `02${'03'.repeat(33)}01${elements(nameBytes, '61')}`;

function hostile(title: string, parts: Partial<ABI.Def>, hex = '', decoded?: object): HostileAbi {
  const actions = parts.actions ?? [{ name: 'x', type: 'x', ricardian_contract: '' }];
  const raw = serializeAbi(ABI.from({ version: 'eosio::abi/1.2', ...parts, actions }));
  const shown = decoded === undefined ? {} : { decoded, executed: decoded };
  return { title, raw, data: hexToBytes(hex), ...shown };
}

/** Readable ABIs that cost much, repeat much or name badly. */
export const HOSTILE_ABIS: readonly HostileAbi[] = [
  hostile('20,000 fields of 20,000 aliases', {
    types: times(MANY, (index) => alias(`t${index}`, 'uint8')),
    structs: [
      struct(
        'x',
        times(MANY, (index) => field(`f${index}`, `t${MANY - 1 - index}`)),
      ),
    ],
  }),
  hostile('a chain of 20,000 bases', {
    structs: times(MANY, (index) =>
      struct(index === 0 ? 'x' : `s${index}`, [], index === MANY - 1 ? '' : `s${index + 1}`),
    ),
  }),
  hostile('5,000 structs derived from a base of 5,000 fields', {
    structs: [
      struct(
        'x',
        times(5_000, (index) => field(`f${index}`, `s${index}`)),
      ),
      ...times(5_000, (index) => struct(`s${index}`, [], 'base')),
      struct(
        'base',
        times(5_000, (index) => field(`f${index}`, 'uint8$')),
      ),
    ],
  }),
  hostile('bases in a circle', { structs: [struct('x', [], 'y'), struct('y', [], 'x')] }),
  hostile('aliases in a circle', { types: [alias('x', 'y'), alias('y', 'x')] }),
  hostile('an alias of itself in a list', { types: [alias('x', 'x[]')] }, '01'.repeat(100)),
  hostile('a chain of 20,000 aliases', {
    types: times(MANY, (index) =>
      alias(index === 0 ? 'x' : `t${index}`, index === MANY - 1 ? 'uint8' : `t${index + 1}`),
    ),
  }),
  hostile('structs of ten structs without a byte on eight levels', {
    structs: times(9, (level) =>
      struct(
        level === 0 ? 'x' : `s${level}`,
        times(level === 8 ? 0 : 10, (index) => field(`f${index}`, `s${level + 1}`)),
      ),
    ),
  }),
  hostile(
    '4,294,967,295 empty structs',
    {
      structs: [struct('x', [])],
      types: [alias('list', 'x[]')],
      actions: [{ name: 'x', type: 'list', ricardian_contract: '' }],
    },
    'ffffffff0f',
  ),
  hostile('a struct that contains itself', { structs: [struct('x', [field('a', 'x')])] }, '00'.repeat(100)),
  hostile('a variant of itself', { variants: [{ name: 'x', types: ['x'] }] }, '00'.repeat(100)),
  hostile(
    'a chain of 20,000 variants',
    {
      variants: times(MANY, (index) => ({
        name: index === 0 ? 'x' : `v${index}`,
        types: [index === MANY - 1 ? 'uint8' : `v${index + 1}`],
      })),
    },
    '00'.repeat(MANY),
  ),
  hostile(
    'a variant of 20,000 types',
    { variants: [{ name: 'x', types: times(MANY, () => 'uint8') }] },
    '0007',
  ),
  hostile('a type name of 200,000 characters', { structs: [struct('x', [field('a', HUGE_NAME)])] }, '00'),
  hostile('10,000 suffixes', { types: [alias('x', `uint8${'[]?'.repeat(5_000)}`)] }, '01'.repeat(100)),
  hostile('20,000 opening brackets', { types: [alias('x', `uint8${'['.repeat(MANY)}1]`)] }, '01'),
  hostile('fixed lists of 9,999,999 elements', {
    types: [alias('x', 'empty[9999999][9999999]')],
    structs: [struct('empty', [])],
  }),
  hostile(
    'a field name of 200,000 characters in each of 5,000 elements',
    { structs: [struct('y', [field(HUGE_NAME, 'uint8')])], types: [alias('x', 'y[]')] },
    elements(5_000, '07'),
  ),
  hostile(
    'a type name of 200,000 characters in each of 5,000 variants',
    {
      types: [alias('x', 'y[]'), alias(HUGE_NAME, 'uint8')],
      variants: [{ name: 'y', types: [HUGE_NAME] }],
    },
    elements(5_000, '0007'),
  ),
  hostile('a field named __proto__', { structs: [struct('x', [field('__proto__', 'uint8')])] }, '07'),
  hostile(
    'fields named as members of every object',
    {
      structs: [
        struct(
          'x',
          PROTOTYPE_NAMES.map((name) => field(name, 'uint8')),
        ),
      ],
    },
    '07'.repeat(PROTOTYPE_NAMES.length),
    Object.fromEntries(PROTOTYPE_NAMES.map((name) => [name, 7])),
  ),
  hostile(
    'types named as members of every object',
    { structs: [struct('x', [field('a', 'toString')])] },
    '07',
  ),
  hostile(
    'names that are declared twice',
    {
      types: [alias('t', 'uint8'), alias('t', 'x')],
      structs: [struct('x', [field('a', 't'), field('a', 't')]), struct('x', [], 'x')],
    },
    '0708',
    { a: 8 },
  ),
  hostile(
    'extensions before a member that is none',
    { structs: [struct('x', [field('a', 'uint8$'), field('b', 'uint16')])] },
    '',
    {},
  ),
  hostile('a key of 60,000 bytes', { types: [alias('x', 'public_key')] }, keyOf(60_000)),
  hostile(
    'a signature of 60,000 bytes',
    { types: [alias('x', 'signature')] },
    `02${'1f'.repeat(65)}00${elements(60_000, '07')}`,
  ),
  {
    // Nodes read five bytes of a count, and none behind the action.
    ...hostile('a count in six bytes', { types: [alias('x', 'uint8[]')] }, '808080808000'),
    executed: [],
  },
  {
    ...hostile('a count in two bytes that needs one', { types: [alias('x', 'uint8[]')] }, '810007'),
    executed: [7],
  },
  hostile('a count with too many bits', { types: [alias('x', 'uint8[]')] }, 'ffffffff7f'),
  hostile('a text that is longer than its bytes', { types: [alias('x', 'string')] }, 'ffffffff0f'),
  hostile('data that ends within a number', { types: [alias('x', 'uint64')] }, '0102'),
  hostile('an action without a type', { actions: [{ name: 'x', type: '', ricardian_contract: '' }] }, '00'),
];

/** Bytes that are no ABI; real nodes accept them. */
export const BROKEN_ABIS: readonly { readonly title: string; readonly raw: Uint8Array }[] = [
  { title: 'one byte', raw: hexToBytes('ff') },
  {
    title: '4,294,967,295 types',
    raw: hexToBytes(`0e${Buffer.from('eosio::abi/1.1').toString('hex')}ffffffff0f`),
  },
  { title: 'a text without UTF-8', raw: hexToBytes('02c328') },
  { title: 'a count of a million bytes', raw: Buffer.alloc(1_000_000, 0xff) },
  { title: 'an unknown version', raw: serializeAbi(ABI.from({ version: HUGE_NAME })) },
];
