import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import type { Json } from '../json';
import { ValueError } from '../value-error';
import type { Budget } from './budget';

/**
 * One type of an ABI, both ways between its binary form and JSON. Both ways throw ValueError; what they may
 * consume is in the budget, one for each value that is read or written whole.
 */
export interface Codec {
  read(reader: ByteReader, budget: Budget): Json;
  write(writer: ByteWriter, value: Json, budget: Budget): void;
}

/** Describes a JSON value for messages. */
export function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Of a type that cannot be used: every value is refused for one reason. */
export function failingWith(reason: string): Codec {
  const fail = (): never => {
    throw new ValueError(reason);
  };
  return { read: fail, write: fail };
}
