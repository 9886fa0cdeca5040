import { ByteReader } from '../bytes/byte-reader';
import { ByteWriter } from '../bytes/byte-writer';
import type { Json } from '../json';
import { asValueError } from '../value-error';
import { Budget, type ReadCost } from './budget';
import { codecOf } from './compile';
import type { Abi } from './definition';
import type { BoolFormat } from './scalars';

/**
 * The binary form of a value of a type of the ABI. Values are taken in nodeos' format or refused: nothing is
 * rounded, cut off, mapped or dropped. Throws ValueError with the path of the member, and nothing else.
 */
export function encodeType(abi: Abi, type: string, value: Json): Uint8Array {
  return asValueError('the value cannot be encoded', () => {
    const writer = new ByteWriter();
    codecOf(abi, type, 'number').write(writer, value, Budget.toWrite());
    return writer.finish();
  });
}

/**
 * A value of a type of the ABI in nodeos' JSON format (node-api 1.3): integers beyond 32 bits as strings,
 * bool as 0 or 1 (or as `bools` says), floats with 17 decimals, legacy key texts, times without `Z`; a replacement character for bytes
 * that are no UTF-8. Throws ValueError, and nothing else, when bytes are missing or left over.
 * @param cost counts what the value costs
 */
export function decodeType(
  abi: Abi,
  type: string,
  bytes: Uint8Array,
  bools: BoolFormat = 'number',
  cost?: ReadCost,
): Json {
  const reader = new ByteReader(bytes);
  const value = decodePrefix(abi, type, reader, bools, cost);
  reader.finish();
  return value;
}

/** The same for a value that other bytes may follow. */
export function decodePrefix(
  abi: Abi,
  type: string,
  reader: ByteReader,
  bools: BoolFormat = 'number',
  cost?: ReadCost,
): Json {
  return asValueError('the bytes cannot be decoded', () =>
    codecOf(abi, type, bools).read(reader, Budget.toRead(reader.remaining, cost)),
  );
}
