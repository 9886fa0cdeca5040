import {
  type Asset,
  bytesToHex,
  hexToBytes,
  nameFromValue,
  nameToValue,
  type PublicKeyValue,
  readPublicKey,
  symbolCodeFromValue,
  symbolCodeToValue,
  type TokenSymbol,
  ValueError,
  writePublicKey,
} from '@app/antelope';
import type { AbiType } from './abi-type';
import { int64, uint32 } from './integers';

export const bool: AbiType<boolean> = {
  name: 'bool',
  write: (writer, value) => {
    writer.uint8(value ? 1 : 0);
  },
  read: (reader) => reader.uint8() !== 0,
};

export const float64: AbiType<number> = {
  name: 'float64',
  write: (writer, value) => {
    writer.float64(value);
  },
  read: (reader) => reader.float64(),
};

/** An account, permission, action or table name as text; '' is the empty name. */
export const name: AbiType<string> = {
  name: 'name',
  write: (writer, value) => {
    writer.uint64(nameToValue(value));
  },
  read: (reader) => nameFromValue(reader.uint64()),
};

export const string: AbiType<string> = {
  name: 'string',
  write: (writer, value) => {
    writer.prefixed(Buffer.from(value, 'utf8'));
  },
  read: (reader) => Buffer.from(reader.prefixed()).toString('utf8'),
};

export const bytes: AbiType<Uint8Array> = {
  name: 'bytes',
  write: (writer, value) => {
    writer.prefixed(value);
  },
  read: (reader) => reader.prefixed().slice(),
};

/** 64 hex digits. */
export const checksum256: AbiType<string> = checksum('checksum256', 32);
/** 40 hex digits. */
export const checksum160: AbiType<string> = checksum('checksum160', 20);

export const symbol: AbiType<TokenSymbol> = {
  name: 'symbol',
  write: (writer, value) => {
    writer.uint64(symbolValue(value));
  },
  read: (reader) => tokenSymbol(reader.uint64()),
};

/** The letters of a symbol. */
export const symbolCode: AbiType<string> = {
  name: 'symbol_code',
  write: (writer, value) => {
    writer.uint64(symbolCodeToValue(value));
  },
  read: (reader) => symbolCodeFromValue(reader.uint64()),
};

export const asset: AbiType<Asset> = {
  name: 'asset',
  write: (writer, value) => {
    int64.write(writer, value.units);
    writer.uint64(symbolValue(value));
  },
  read: (reader) => ({ units: reader.int64(), ...tokenSymbol(reader.uint64()) }),
};

/** Milliseconds since 1970; a fraction of a second is cut off. */
export const timePointSec: AbiType<number> = {
  name: 'time_point_sec',
  write: (writer, value) => {
    uint32.write(writer, Math.floor(value / 1000));
  },
  read: (reader) => reader.uint32() * 1000,
};

/** Milliseconds since 1970. */
export const timePoint: AbiType<number> = {
  name: 'time_point',
  write: (writer, value) => {
    int64.write(writer, BigInt(value) * 1000n);
  },
  read: (reader) => Number(reader.int64() / 1000n),
};

export const publicKey: AbiType<PublicKeyValue> = {
  name: 'public_key',
  write: writePublicKey,
  read: readPublicKey,
};

function checksum(typeName: string, length: number): AbiType<string> {
  return {
    name: typeName,
    write: (writer, value) => {
      const raw = hexToBytes(value);
      if (raw.length !== length) throw new ValueError(`"${value}" is not a ${typeName}`);
      writer.raw(raw);
    },
    read: (reader) => bytesToHex(reader.take(length)),
  };
}

function symbolValue({ symbol: code, precision }: TokenSymbol): bigint {
  return (symbolCodeToValue(code) << 8n) | BigInt(precision);
}

function tokenSymbol(value: bigint): TokenSymbol {
  return { symbol: symbolCodeFromValue(value >> 8n), precision: Number(value & 0xffn) };
}
