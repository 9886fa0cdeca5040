import { ValueError } from '@app/antelope';
import type { AbiType } from './abi-type';

type NumberWidth = 'uint8' | 'int8' | 'uint16' | 'int16' | 'uint32' | 'int32' | 'varuint32';
type BigintWidth = 'uint64' | 'int64' | 'uint128' | 'int128';

export const uint8 = numberType('uint8', 0, 0xff);
export const int8 = numberType('int8', -0x80, 0x7f);
export const uint16 = numberType('uint16', 0, 0xffff);
export const int16 = numberType('int16', -0x8000, 0x7fff);
export const uint32 = numberType('uint32', 0, 0xffffffff);
export const int32 = numberType('int32', -0x80000000, 0x7fffffff);
export const varuint32 = numberType('varuint32', 0, 0xffffffff);
export const uint64 = bigintType('uint64', 0n, (1n << 64n) - 1n);
export const int64 = bigintType('int64', -(1n << 63n), (1n << 63n) - 1n);
export const uint128 = bigintType('uint128', 0n, (1n << 128n) - 1n);
export const int128 = bigintType('int128', -(1n << 127n), (1n << 127n) - 1n);

function numberType(name: NumberWidth, minimum: number, maximum: number): AbiType<number> {
  return {
    name,
    write: (writer, value) => {
      if (!Number.isInteger(value) || value < minimum || value > maximum) throw outOfRange(name, value);
      writer[name](value);
    },
    read: (reader) => reader[name](),
  };
}

function bigintType(name: BigintWidth, minimum: bigint, maximum: bigint): AbiType<bigint> {
  const method = name === 'uint128' ? 'int128' : name;
  return {
    name,
    write: (writer, value) => {
      if (value < minimum || value > maximum) throw outOfRange(name, value);
      writer[method](value);
    },
    read: (reader) => reader[name](),
  };
}

function outOfRange(name: string, value: number | bigint): ValueError {
  return new ValueError(`${String(value)} is not a value of ${name}`);
}
