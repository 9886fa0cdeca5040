import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import { isJsonObject, type Json } from '../json';
import { quoted, ValueError } from '../value-error';
import { within } from '../within';
import { nameCost, type Budget } from './budget';
import { failingWith, kindOf, type Codec } from './codec';

/** Of a field named `__proto__`, which a JSON object cannot hold. */
const UNHOLDABLE = failingWith('a field that no JSON object can hold');

/** A member of a struct. */
export interface Field {
  name: string;
  codec: Codec;
  /** Cost of the member in the budget of a value, by the length of its name. */
  cost: number;
  /** `T?`: a JSON object without the member has no value for it. */
  isOptional: boolean;
  /** `T$`: may be absent at the end of the bytes of rows and actions that are older than the member. */
  isExtension: boolean;
}

/** The members that a struct itself declares: shared by all structs that have it as a base. */
export interface Members {
  readonly fields: readonly Field[];
  readonly names: ReadonlySet<string>;
}

/** @param declared as the ABI has it; @param codec of its type without `$` */
export function fieldOf(declared: { readonly name: string; readonly type: string }, codec: Codec): Field {
  const { name } = declared;
  const type = withoutExtension(declared.type);
  const flags = { isOptional: type.endsWith('?'), isExtension: type !== declared.type };
  return name === '__proto__'
    ? { ...flags, name, codec: UNHOLDABLE, cost: 1, isOptional: true }
    : { ...flags, name, codec, cost: nameCost(name) };
}

/** A type of a field without `$`, the mark of an extension. */
export const withoutExtension = (type: string): string => (type.endsWith('$') ? type.slice(0, -1) : type);

/**
 * A struct: its fields in order, those of the base first. JSON must have every member and no other: nodes
 * ignore a misspelt member, this codec refuses it. Absent extensions stay absent in both directions.
 * @param levels members of the furthest base first, those of the struct last
 */
export function structOf(levels: readonly Members[]): Codec {
  return {
    read: (reader, budget) => budget.deeper(() => readFields(levels, reader, budget)),
    write: (writer, value, budget) => {
      const members = expectObject(value);
      const unknown = Object.keys(members).find((name) => !levels.some(({ names }) => names.has(name)));
      if (unknown !== undefined) throw new ValueError(`unknown field ${quoted(unknown)}`);
      budget.deeper(() => writeFields(levels, members, writer, budget));
    },
  };
}

function readFields(levels: readonly Members[], reader: ByteReader, budget: Budget): Json {
  const members: Record<string, Json> = {};
  // Not by `within`, whose function for each field takes a third of the time of a struct.
  let read: string | undefined;
  try {
    for (const { fields } of levels) {
      for (const { name, codec, cost, isExtension } of fields) {
        if (isExtension && reader.isAtEnd) return members;
        read = undefined;
        budget.claim(cost);
        read = name;
        members[name] = codec.read(reader, budget);
      }
    }
  } catch (error) {
    throw error instanceof ValueError && read !== undefined ? error.within(read) : error;
  }
  return members;
}

function writeFields(
  levels: readonly Members[],
  members: Record<string, Json>,
  writer: ByteWriter,
  budget: Budget,
): void {
  let missingExtension: string | undefined;
  for (const { fields } of levels) {
    budget.claim(fields.length);
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
}

function expectObject(value: Json): Record<string, Json> {
  if (isJsonObject(value)) return value;
  throw new ValueError(`expected an object, found ${kindOf(value)}`);
}
