import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import { bytesToHex, hexToBytes } from '../bytes/hex';
import type { Json } from '../json';
import { parsePublicKey, publicKeyLegacyText, readPublicKey, writePublicKey } from '../keys/public-keys';
import { parseSignature, readSignature, signatureText, writeSignature } from '../keys/signatures';
import type { TypedBytes } from '../keys/typed-bytes';
import { ValueError } from '../value-error';
import { formatAsset, parseAsset } from '../values/assets';
import { MAX_UNITS } from '../values/amounts';
import { nameFromValue, nameToValue } from '../values/names';
import {
  symbolCodeFromValue,
  symbolCodeToValue,
  symbolFromValue,
  symbolToValue,
  tokenSymbolFromValue,
  tokenSymbolToValue,
} from '../values/symbols';
import {
  formatBlockTimestamp,
  formatTimePoint,
  formatTimePointSec,
  parseBlockTimestamp,
  parseTimePoint,
  parseTimePointSec,
} from '../values/times';
import type { Budget } from './budget';
import { kindOf, type Codec } from './codec';
import { FLOATS } from './floats';
import { INTEGERS } from './integers';

const REPLACING_DECODER = new TextDecoder('utf-8', { ignoreBOM: true });
/** Fields that cost as much as the checksum in the text of a key or signature. */
const FIELDS_OF_CHECKSUM = 16;
/** The digits of a text of so many bytes cost as much as one field more, and those of twice as many four times that. */
const KEY_BYTES_OF_FIELD = 32;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The built-in types of ABIs, in the JSON format of nodes: bool as 0 or 1, K1 keys in the legacy form, times without `Z`,
 * bytes and checksums in lower-case hex. Input is taken in that format, and in others that mean exactly the
 * same (true for 1, `PUB_K1_...`, hex in capitals). Source: node-api 1.3; eosio abi_serializer's built-in types.
 */
const SCALARS: ReadonlyMap<string, Codec> = new Map<string, Codec>(
  Object.entries({
    ...INTEGERS,
    ...FLOATS,
    bool: {
      read: (reader) => reader.uint8(),
      write: (writer, value) => writer.uint8(toBit(value)),
    },
    name: text(
      (reader) => nameFromValue(reader.uint64()),
      (writer, name) => writer.uint64(nameToValue(name)),
    ),
    string: text((reader) => REPLACING_DECODER.decode(reader.prefixed()), writeString),
    bytes: text(
      (reader) => bytesToHex(reader.prefixed()),
      (writer, hex) => writer.prefixed(hexToBytes(hex)),
    ),
    checksum160: checksum(20),
    checksum256: checksum(32),
    checksum512: checksum(64),
    symbol: text(
      (reader) => symbolFromValue(reader.uint64()),
      (writer, symbol) => writer.uint64(symbolToValue(symbol)),
    ),
    symbol_code: text(
      (reader) => symbolCodeFromValue(reader.uint64()),
      (writer, code) => writer.uint64(symbolCodeToValue(code)),
    ),
    asset: text(readAsset, writeAsset),
    time_point: text(
      (reader) => formatTimePoint(reader.int64()),
      (writer, time) => writer.int64(parseTimePoint(time)),
    ),
    time_point_sec: text(
      (reader) => formatTimePointSec(reader.uint32()),
      (writer, time) => writer.uint32(parseTimePointSec(time)),
    ),
    block_timestamp_type: text(
      (reader) => formatBlockTimestamp(reader.uint32()),
      (writer, time) => writer.uint32(parseBlockTimestamp(time)),
    ),
    public_key: text(
      (reader, budget) => publicKeyLegacyText(affordable(readPublicKey(reader), budget)),
      (writer, key) => writePublicKey(writer, parsePublicKey(key)),
    ),
    signature: text(
      (reader, budget) => signatureText(affordable(readSignature(reader), budget)),
      (writer, signature) => writeSignature(writer, parseSignature(signature)),
    ),
  } satisfies Record<string, Codec>),
);

/** How a bool is read: nodes write 0 or 1, other decoders true or false. Both are taken when it is written. */
export type BoolFormat = 'number' | 'boolean';

/** The built-in types, by the format of bool; all other types are the same. */
export const SCALARS_BY_BOOL: Readonly<Record<BoolFormat, ReadonlyMap<string, Codec>>> = {
  number: SCALARS,
  boolean: new Map(SCALARS).set('bool', {
    read: (reader) => reader.uint8() !== 0,
    write: (writer, value) => writer.uint8(toBit(value)),
  }),
};

/** The key or signature, after its text was claimed. */
function affordable(key: TypedBytes, budget: Budget): TypedBytes {
  budget.claim(FIELDS_OF_CHECKSUM + Math.floor((key.bytes.length / KEY_BYTES_OF_FIELD) ** 2));
  return key;
}

function text(
  read: (reader: ByteReader, budget: Budget) => string,
  write: (writer: ByteWriter, value: string) => void,
): Codec {
  return {
    read,
    write: (writer, value) => {
      if (typeof value !== 'string') throw new ValueError(`expected a string, found ${kindOf(value)}`);
      write(writer, value);
    },
  };
}

function checksum(length: number): Codec {
  return text(
    (reader) => bytesToHex(reader.take(length)),
    (writer, hex) => {
      const bytes = hexToBytes(hex);
      if (bytes.length !== length) throw new ValueError(`expected ${String(length * 2)} hexadecimal digits`);
      writer.raw(bytes);
    },
  );
}

function toBit(value: Json): number {
  if (value === true || value === 1) return 1;
  if (value === false || value === 0) return 0;
  throw new ValueError(`expected true, false, 1 or 0, found ${kindOf(value)}`);
}

function writeString(writer: ByteWriter, value: string): void {
  if (LONE_SURROGATE.test(value)) throw new ValueError('the text holds half of a surrogate pair');
  writer.prefixed(Buffer.from(value, 'utf8'));
}

function readAsset(reader: ByteReader): string {
  const units = reader.int64();
  const symbol = tokenSymbolFromValue(reader.uint64());
  if (units > MAX_UNITS || units < -MAX_UNITS) throw new ValueError('the asset is beyond the largest amount');
  return formatAsset({ units, ...symbol });
}

function writeAsset(writer: ByteWriter, value: string): void {
  const asset = parseAsset(value);
  writer.int64(asset.units);
  writer.uint64(tokenSymbolToValue(asset));
}
