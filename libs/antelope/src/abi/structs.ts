import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import type { Json } from '../json';
import { quoted, ValueError } from '../value-error';
import { within } from '../within';
import type { Budget } from './budget';
import { kindOf, type Codec } from './codec';

/** A member of a struct. */
export interface Field {
  name: string;
  codec: Codec;
  /** `T?`: a JSON object without the member has no value for it. */
  isOptional: boolean;
  /** `T$`: may be absent at the end of the bytes of rows and actions that are older than the member. */
  isExtension: boolean;
}

/**
 * A struct: its fields in order, those of the base first. JSON must have every member and no other: nodes
 * ignore a misspelt member, this codec refuses it. Absent extensions stay absent in both directions.
 */
export function structOf(fields: readonly Field[]): Codec {
  const names = new Set(fields.map(({ name }) => name));
  return {
    read: (reader, budget) => budget.deeper(() => readFields(fields, reader, budget)),
    write: (writer, value, budget) => {
      const members = expectObject(value);
      const unknown = Object.keys(members).find((name) => !names.has(name));
      if (unknown !== undefined) throw new ValueError(`unknown field ${quoted(unknown)}`);
      budget.deeper(() => writeFields(fields, members, writer, budget));
    },
  };
}

function readFields(fields: readonly Field[], reader: ByteReader, budget: Budget): Json {
  const members: Record<string, Json> = {};
  // Not by `within`, whose function for each field takes a third of the time of a struct.
  let read: string | undefined;
  try {
    for (const { name, codec, isExtension } of fields) {
      if (isExtension && reader.isAtEnd) break;
      read = undefined;
      budget.claim(1);
      read = name;
      members[name] = codec.read(reader, budget);
    }
  } catch (error) {
    throw error instanceof ValueError && read !== undefined ? error.within(read) : error;
  }
  return members;
}

function writeFields(
  fields: readonly Field[],
  members: Record<string, Json>,
  writer: ByteWriter,
  budget: Budget,
): void {
  budget.claim(fields.length);
  let missingExtension: string | undefined;
  for (const { name, codec, isOptional, isExtension } of fields) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (value === undefined && isExtension) {
      missingExtension ??= name;
    } else if (missingExtension !== undefined) {
      throw new ValueError(`missing field ${quoted(missingExtension)} before ${quoted(name)}`);
    } else if (value === undefined && !isOptional) {
      throw new ValueError(`missing field ${quoted(name)}`);
    } else {
      within(name, () => codec.write(writer, value ?? null, budget));
    }
  }
}

function expectObject(value: Json): Record<string, Json> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  throw new ValueError(`expected an object, found ${kindOf(value)}`);
}
