import { ByteReader } from '../bytes/byte-reader';
import { ByteWriter } from '../bytes/byte-writer';
import type { Json } from '../json';
import { quoted, ValueError } from '../value-error';
import { Budget } from './budget';
import { codecOf } from './compile';
import type { Abi } from './definition';

/**
 * The binary form of a value of a type of the ABI. Values are taken in nodeos' spelling or refused: nothing is
 * rounded, cut off, mapped or dropped. Throws ValueError with the path of the member.
 */
export function encodeType(abi: Abi, type: string, value: Json): Uint8Array {
  const writer = new ByteWriter();
  codecOf(abi, type).write(writer, value, new Budget());
  return writer.finish();
}

/**
 * A value of a type of the ABI in nodeos' JSON spelling (node-api 1.3): integers beyond 32 bits as strings,
 * bool as 0 or 1, floats with 17 decimals, legacy key texts, times without `Z`. Throws ValueError when bytes are
 * missing or left over.
 */
export function decodeType(abi: Abi, type: string, bytes: Uint8Array): Json {
  const reader = new ByteReader(bytes);
  const value = codecOf(abi, type).read(reader, new Budget());
  reader.finish();
  return value;
}

/** The binary form of an action's data; every member by its name, no other. Throws ValueError. */
export function encodeAction(abi: Abi, action: string, data: Json): Uint8Array {
  return encodeType(abi, typeOfAction(abi, action), data);
}

/** An action's data in nodeos' JSON spelling. Throws ValueError. */
export function decodeAction(abi: Abi, action: string, bytes: Uint8Array): Json {
  return decodeType(abi, typeOfAction(abi, action), bytes);
}

function typeOfAction(abi: Abi, action: string): string {
  const type = abi.actions.find(({ name }) => String(name) === action)?.type;
  if (type === undefined) throw new ValueError(`the ABI has no action ${quoted(action)}`);
  return type;
}
