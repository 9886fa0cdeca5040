import type { Json } from '../json';
import { quoted, ValueError } from '../value-error';
import { kindOf, type Codec } from './codec';

const INTEGER = /^-?(?:0|[1-9][0-9]{0,38})$/;
/** Nodes print larger magnitudes as strings. Source: node-api 1.3 (fc::json, legacy generator). */
const LARGEST_NUMBER = 0xffffffff;

/** The smallest and the largest value. */
interface Range {
  min: bigint;
  max: bigint;
}

const signed = (bits: bigint): Range => ({ min: -(1n << (bits - 1n)), max: (1n << (bits - 1n)) - 1n });
const unsigned = (bits: bigint): Range => ({ min: 0n, max: (1n << bits) - 1n });

/** The integer types of ABIs: exact numbers or decimal strings in, nodeos' format out. */
export const INTEGERS = {
  int8: small('int8', signed(8n)),
  int16: small('int16', signed(16n)),
  int32: small('int32', signed(32n)),
  int64: large('int64', signed(64n)),
  int128: huge('int128', signed(128n)),
  uint8: small('uint8', unsigned(8n)),
  uint16: small('uint16', unsigned(16n)),
  uint32: small('uint32', unsigned(32n)),
  uint64: large('uint64', unsigned(64n)),
  uint128: huge('uint128', unsigned(128n)),
  varint32: zigzagged(),
  varuint32: small('varuint32', unsigned(32n)),
} satisfies Record<string, Codec>;

function small(
  width: 'int8' | 'int16' | 'int32' | 'uint8' | 'uint16' | 'uint32' | 'varuint32',
  range: Range,
): Codec {
  return {
    read: (reader) => reader[width](),
    write: (writer, value) => writer[width](Number(exactInteger(value, range))),
  };
}

function large(width: 'int64' | 'uint64', range: Range): Codec {
  return {
    read: (reader) => integerAsJson(reader[width]()),
    write: (writer, value) => writer[width](exactInteger(value, range)),
  };
}

function huge(width: 'int128' | 'uint128', range: Range): Codec {
  return {
    read: (reader) => reader[width]().toString(),
    write: (writer, value) => writer.int128(exactInteger(value, range)),
  };
}

/** Small magnitudes of either sign in few bytes: 0, -1, 1, -2 are written 0, 1, 2, 3. */
function zigzagged(): Codec {
  return {
    read: (reader) => {
      const value = reader.varuint32();
      return (value >>> 1) ^ -(value & 1);
    },
    write: (writer, value) => {
      const exact = Number(exactInteger(value, signed(32n)));
      writer.varuint32(((exact << 1) ^ (exact >> 31)) >>> 0);
    },
  };
}

/** A number while its magnitude fits 32 bits, else a decimal string. */
export function integerAsJson(value: bigint): number | string {
  return value > LARGEST_NUMBER || value < -LARGEST_NUMBER ? value.toString() : Number(value);
}

function exactInteger(value: Json, { min, max }: Range): bigint {
  const integer = toBigInt(value);
  if (integer >= min && integer <= max) return integer;
  throw new ValueError(`${integer.toString()} is not between ${min.toString()} and ${max.toString()}`);
}

function toBigInt(value: Json): bigint {
  if (typeof value === 'string') {
    if (INTEGER.test(value)) return BigInt(value);
    throw new ValueError(`${quoted(value)} is not a whole number`);
  }
  if (typeof value !== 'number') throw new ValueError(`expected a whole number, found ${kindOf(value)}`);
  if (!Number.isInteger(value)) throw new ValueError(`${String(value)} is not a whole number`);
  if (Number.isSafeInteger(value)) return BigInt(value);
  throw new ValueError(`${String(value)} cannot be exact as a JSON number: send it as a string`);
}
