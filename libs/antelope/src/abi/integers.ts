import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import type { Json } from '../json';
import { quoted, ValueError } from '../value-error';
import { kindOf, type Codec } from './codec';

const INTEGER = /^-?(?:0|[1-9][0-9]{0,38})$/;
/** Nodes print larger magnitudes as strings. Source: node-api 1.3 (fc::json, legacy generator). */
const LARGEST_NUMBER = 0xffffffff;

interface Width {
  min: bigint;
  max: bigint;
}

const signed = (bits: bigint): Width => ({ min: -(1n << (bits - 1n)), max: (1n << (bits - 1n)) - 1n });
const unsigned = (bits: bigint): Width => ({ min: 0n, max: (1n << bits) - 1n });

/** The integer types of ABIs: exact numbers or decimal strings in, nodeos' spelling out. */
export const INTEGERS: Readonly<Record<string, Codec>> = {
  int8: small(
    signed(8n),
    (reader) => reader.int8(),
    (writer, value) => {
      writer.int8(value);
    },
  ),
  int16: small(
    signed(16n),
    (reader) => reader.int16(),
    (writer, value) => {
      writer.int16(value);
    },
  ),
  int32: small(
    signed(32n),
    (reader) => reader.int32(),
    (writer, value) => {
      writer.int32(value);
    },
  ),
  uint8: small(
    unsigned(8n),
    (reader) => reader.uint8(),
    (writer, value) => {
      writer.uint8(value);
    },
  ),
  uint16: small(
    unsigned(16n),
    (reader) => reader.uint16(),
    (writer, value) => {
      writer.uint16(value);
    },
  ),
  uint32: small(
    unsigned(32n),
    (reader) => reader.uint32(),
    (writer, value) => {
      writer.uint32(value);
    },
  ),
  varuint32: small(
    unsigned(32n),
    (reader) => reader.varuint32(),
    (writer, value) => {
      writer.varuint32(value);
    },
  ),
  varint32: small(
    signed(32n),
    (reader) => unzigzag(reader.varuint32()),
    (writer, value) => {
      writer.varuint32(zigzag(value));
    },
  ),
  int64: large(
    signed(64n),
    (reader) => reader.int64(),
    (writer, value) => {
      writer.int64(value);
    },
  ),
  uint64: large(
    unsigned(64n),
    (reader) => reader.uint64(),
    (writer, value) => {
      writer.uint64(value);
    },
  ),
  int128: huge(signed(128n), (reader) => reader.int128()),
  uint128: huge(unsigned(128n), (reader) => reader.uint128()),
};

function small(
  width: Width,
  read: (reader: ByteReader) => number,
  write: (writer: ByteWriter, value: number) => void,
): Codec {
  return {
    read,
    write: (writer, value) => {
      write(writer, Number(exactInteger(value, width)));
    },
  };
}

function large(
  width: Width,
  read: (reader: ByteReader) => bigint,
  write: (writer: ByteWriter, value: bigint) => void,
): Codec {
  return {
    read: (reader) => spellInteger(read(reader)),
    write: (writer, value) => {
      write(writer, exactInteger(value, width));
    },
  };
}

function huge(width: Width, read: (reader: ByteReader) => bigint): Codec {
  return {
    read: (reader) => read(reader).toString(),
    write: (writer, value) => {
      writer.int128(exactInteger(value, width));
    },
  };
}

/** A number while its magnitude fits 32 bits, else a decimal string. */
export function spellInteger(value: bigint): number | string {
  return value > LARGEST_NUMBER || value < -LARGEST_NUMBER ? value.toString() : Number(value);
}

function exactInteger(value: Json, { min, max }: Width): bigint {
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

function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}

function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}
