import { isName, nameToValue, symbolCodeToValue, symbolToValue, ValueError } from '@app/antelope';
import { ChainError } from '../../kernel/chain-error';
import type { IndexKind } from '../../kernel/table-view';
import { float128FromKey, float128Key, float64FromKey, float64Key } from '../../kernel/store/index-keys';
import { doubleFromQuadruple, quadrupleFromDouble } from '../values/quadruple';
import { spellDouble } from '../values/spelling';

/** How keys of an index are written in bounds and in `next_key`. */
export interface KeySpelling {
  /** Kinds of index the spelling is for; an index of another kind answers an empty page. */
  readonly kinds: readonly IndexKind[];
  /** Throws ChainError. `which` names the bound in the message. */
  readonly read: (text: string, which: string) => bigint;
  readonly write: (key: bigint) => string;
}

const U64_MAX = (1n << 64n) - 1n;
const U128_MAX = (1n << 128n) - 1n;
const U256_MAX = (1n << 256n) - 1n;

/**
 * A 64-bit key or a scope: a number, else a name, else a symbol with or without its precision.
 * @throws ChainError
 */
export function readKey64(text: string, which: string): bigint {
  if (/^[+-]?\d{1,20}$/.test(text) && BigInt(text) <= U64_MAX) return BigInt.asUintN(64, BigInt(text));
  const trimmed = text.trim();
  if (trimmed === '' || isName(trimmed)) return nameToValue(trimmed);
  try {
    return text.includes(',') ? symbolToValue(text) : symbolCodeToValue(text);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new ChainError(
      'chainType',
      `Could not convert ${which} string '${text}' to any of the following: uint64_t, valid name, or valid symbol (with or without the precision)`,
    );
  }
}

const decimal = (key: bigint): string => key.toString();
const hexDigits = (key: bigint, length: number): string => key.toString(16).padStart(length, '0');

const unreadable = (text: string, which: string): ChainError =>
  new ChainError('unspecified', `Could not convert ${which} string '${text}' to key type.`);

/** Decimal, or `0x` and big-endian hex. */
const readWide =
  (maximum: bigint) =>
  (text: string, which: string): bigint => {
    if (!/^(?:\d+|0x[0-9a-f]+)$/i.test(text) || text.length > 80) throw unreadable(text, which);
    const key = BigInt(text);
    if (key > maximum) throw unreadable(text, which);
    return key;
  };

/** Bytes in hex, filled up with zeros at the end. */
const readBytes =
  (length: number) =>
  (text: string, which: string): bigint => {
    if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw unreadable(text, which);
    return BigInt(`0x${text.slice(0, length * 2).padEnd(length * 2, '0')}`);
  };

function readDouble(text: string, which: string): number {
  const value = Number(text);
  if (text.trim() === '' || /nan/i.test(text)) throw unreadable(text, which);
  if (Number.isNaN(value)) throw unreadable(text, which);
  return value;
}

function readName(text: string, which: string): bigint {
  if (text === '' || isName(text)) return nameToValue(text);
  throw new ChainError('name', `Invalid name given as ${which}: ${text}`);
}

const I64: KeySpelling = { kinds: ['i64'], read: readKey64, write: decimal };
const NAME: KeySpelling = { ...I64, read: readName };
const HASH_256: KeySpelling = {
  kinds: ['i256', 'sha256'],
  read: readBytes(32),
  write: (key) => hexDigits(key, 64),
};
const QUADRUPLE: KeySpelling = {
  kinds: ['float128'],
  read: (text, which) => float128Key(quadrupleFromDouble(readDouble(text, which))),
  write: (key) => spellDouble(doubleFromQuadruple(float128FromKey(key))),
};

/** By key_type; a `key_type/hex` entry is for encode_type hex. Source: the node API's get_table_rows. */
const SPELLINGS: ReadonlyMap<string, KeySpelling> = new Map(
  Object.entries<KeySpelling>({
    i64: I64,
    name: NAME,
    i128: { kinds: ['i128'], read: readWide(U128_MAX), write: decimal },
    i256: { kinds: HASH_256.kinds, read: readWide(U256_MAX), write: (key) => `0x${hexDigits(key, 64)}` },
    'i256/hex': HASH_256,
    float64: {
      kinds: ['float64'],
      read: (text, which) => float64Key(readDouble(text, which)),
      write: (key) => spellDouble(float64FromKey(key)),
    },
    float128: QUADRUPLE,
    'float128/hex': { ...QUADRUPLE, read: (text, which) => float128Key(readWide(U128_MAX)(text, which)) },
    sha256: HASH_256,
    ripemd160: { kinds: ['ripemd160'], read: readBytes(20), write: (key) => hexDigits(key, 40) },
  }),
);

/** Whatever type is claimed for a primary key, it is an unsigned 64-bit number; only a name is read as a name. */
export const primaryKeySpelling = (keyType: string): KeySpelling => (keyType === 'name' ? NAME : I64);

/** The spelling of a key type; undefined for one that nodeos does not support. */
export const keySpelling = (keyType: string, encodeType: string): KeySpelling | undefined =>
  SPELLINGS.get(`${keyType}/${encodeType}`) ?? SPELLINGS.get(keyType);
