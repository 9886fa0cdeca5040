import { isName, nameToValue, symbolToValue, ValueError } from '@app/antelope';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import { CHAIN_ERRORS } from '../../../kernel/sdk/errors/error-table';
import type { IndexKind } from '../../../kernel/sdk/table';
import { float128FromKey, float128Key, float64FromKey, float64Key } from '../../../kernel/sdk/index-keys';
import { doubleFromFloat128, float128FromDouble } from '../values/float128';
import { nameProblem } from '../values/name-problem';
import { formatDouble } from '../values/nodeos-json';
import { readSymbolCode } from '../values/symbol-code';
import { readUint64 } from '../values/uint64';

/** The text format of index keys in bounds and in `next_key`. */
export interface KeyFormat {
  /** Kinds of index the format is for; an index of another kind answers an empty page. */
  readonly kinds: readonly IndexKind[];
  /** Throws ChainError. `which` names the bound in the message. */
  readonly read: (text: string, which: string) => bigint;
  readonly write: (key: bigint) => string;
}

const U128_BITS = 128;
const U256_BITS = 256;
/** Zeros that fill a hash of 20 bytes up to the 32 of its index. */
const SHORT_HASH_SHIFT = 96n;

/**
 * A 64-bit key or a scope: a number, else a name, else a symbol with or without its precision.
 * @throws ChainError
 */
export function readKey64(text: string, which: string): bigint {
  const number = readUint64(text);
  if (number !== undefined) return number;
  const trimmed = text.trim();
  if (trimmed === '' || isName(trimmed)) return nameToValue(trimmed);
  const symbol = text.includes(',') ? readSymbol(text) : undefined;
  if (symbol !== undefined) return symbol;
  const code = readSymbolCode(text);
  if (code !== undefined) return code;
  throw new ChainError(
    'chainType',
    `Could not convert ${which} string '${text}' to any of the following: uint64_t, valid name, or valid symbol (with or without the precision)`,
  );
}

function readSymbol(text: string): bigint | undefined {
  try {
    return symbolToValue(text);
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}

const decimal = (key: bigint): string => key.toString();
const hexDigits = (key: bigint, length: number): string => key.toString(16).padStart(length, '0');

const unreadable = (text: string, which: string): ChainError => {
  const { what } = CHAIN_ERRORS.malformedNumber;
  const message = `${what}: Could not convert ${which} string '${text}' to key type.`;
  return new ChainError('malformedNumber', message);
};

/** Most digits of a bound; anything longer is out of any range, and slow to read. */
const MAX_DIGITS = 1000;

/**
 * Decimal, `0x` and big-endian hex, or octal behind a 0. Larger values wrap. Source: boost::multiprecision::cpp_int.
 */
const readWide =
  (bits: number) =>
  (text: string, which: string): bigint => {
    const [, sign, digits = ''] = /^(-?)(.*)$/s.exec(text) ?? [];
    const isPrefixed = /^0[xX]/.test(digits);
    const isOctal = !isPrefixed && digits.startsWith('0') && digits.length > 1;
    const number = isPrefixed ? digits.replace('X', 'x') : isOctal ? `0o${digits.slice(1)}` : digits;
    const pattern = isPrefixed ? /^0x[0-9a-f]*$/i : isOctal ? /^0o[0-7]+$/ : /^[0-9]*$/;
    if (!pattern.test(number) || number.length > MAX_DIGITS) throw unreadable(text, which);
    const magnitude = BigInt(number === '0x' ? '0' : number);
    return BigInt.asUintN(bits, sign === '-' ? -magnitude : magnitude);
  };

/** Bytes in hex, filled up with zeros at the end, or cut. */
const readBytes =
  (length: number) =>
  (text: string): bigint => {
    if (text.length % 2 === 1)
      throw new ChainError(
        'assertion',
        'str.size() % 2 == 0: the length of hex string should be even number',
      );
    const wrong = /[^0-9a-f]/i.exec(text)?.[0];
    if (wrong !== undefined) throw new ChainError('unspecified', `Invalid hex character '${wrong}'`);
    return BigInt(`0x${text.slice(0, length * 2).padEnd(length * 2, '0')}`);
  };

const DOUBLE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
const NOT_A_NUMBER = /^[+-]?nan(?:\(.*\))?$/i;

/** A double as boost::lexical_cast takes it, infinite ones among them. */
function readDouble(text: string, which: string): number {
  if (NOT_A_NUMBER.test(text)) {
    throw new ChainError(
      'tableQuery',
      `Converted ${which} string '${text}' to NaN which is not a permitted value for the key type`,
    );
  }
  const [, sign] = INFINITE.exec(text) ?? [];
  if (sign !== undefined) return sign === '-' ? -Infinity : Infinity;
  if (!DOUBLE.test(text)) throw new ChainError('parse', "Couldn't parse double");
  return Number(text);
}

function readName(text: string): bigint {
  if (text === '' || isName(text)) return nameToValue(text);
  throw new ChainError('name', nameProblem(text));
}

const I64: KeyFormat = { kinds: ['i64'], read: readKey64, write: decimal };
const NAME: KeyFormat = { ...I64, read: readName };
const HASH_256: KeyFormat = {
  kinds: ['i256', 'sha256'],
  read: readBytes(32),
  write: (key) => hexDigits(key, 64),
};
const readHash160 = readBytes(20);
const QUADRUPLE: KeyFormat = {
  kinds: ['float128'],
  read: (text, which) => float128Key(float128FromDouble(readDouble(text, which))),
  write: (key) => formatDouble(doubleFromFloat128(float128FromKey(key))),
};

/** By key_type; a `key_type/hex` entry is for encode_type hex. Source: the node API's get_table_rows. */
const KEY_FORMATS: ReadonlyMap<string, KeyFormat> = new Map(
  Object.entries<KeyFormat>({
    i64: I64,
    name: NAME,
    i128: { kinds: ['i128'], read: readWide(U128_BITS), write: decimal },
    i256: { kinds: HASH_256.kinds, read: readWide(U256_BITS), write: (key) => `0x${hexDigits(key, 64)}` },
    'i256/hex': HASH_256,
    float64: {
      kinds: ['float64'],
      read: (text, which) => float64Key(readDouble(text, which)),
      write: (key) => formatDouble(float64FromKey(key)),
    },
    float128: QUADRUPLE,
    'float128/hex': { ...QUADRUPLE, read: (text, which) => float128Key(readWide(U128_BITS)(text, which)) },
    sha256: HASH_256,
    // The same indexes as those of longer hashes: nodes have one kind of index for both.
    ripemd160: {
      kinds: HASH_256.kinds,
      read: (text) => readHash160(text) << SHORT_HASH_SHIFT,
      write: (key) => hexDigits(key >> SHORT_HASH_SHIFT, 40),
    },
  }),
);

/** Whatever type is claimed for a primary key, it is an unsigned 64-bit number; only a name is read as a name. */
export const primaryKeyFormat = (keyType: string): KeyFormat => (keyType === 'name' ? NAME : I64);

/** The format of a key type; undefined for one that nodeos does not support. */
export const keyFormat = (keyType: string, encodeType: string): KeyFormat | undefined =>
  KEY_FORMATS.get(`${keyType}/${encodeType}`) ?? KEY_FORMATS.get(keyType);
