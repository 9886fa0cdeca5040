import type { AbiShape, AbiType, ValueOf } from './abi-type';

/** A list of values. */
export function list<T>(item: AbiType<T>): AbiType<readonly T[]> {
  return {
    name: `${item.name}[]`,
    parts: [item],
    write: (writer, values) => {
      writer.varuint32(values.length);
      for (const value of values) item.write(writer, value);
    },
    read: (reader) => {
      const values: T[] = [];
      for (let left = reader.varuint32(); left > 0; left--) values.push(item.read(reader));
      return values;
    },
  };
}

/** A value that may be absent. */
export function optional<T>(item: AbiType<T>): AbiType<T | undefined> {
  return {
    name: `${item.name}?`,
    parts: [item],
    write: (writer, value) => {
      writer.uint8(value === undefined ? 0 : 1);
      if (value !== undefined) item.write(writer, value);
    },
    read: (reader) => (reader.uint8() === 0 ? undefined : item.read(reader)),
  };
}

/** An optional whose absence is null: for where undefined says something else. */
export function nullable<T>(item: AbiType<T>): AbiType<T | null> {
  const type = optional(item);
  return {
    ...type,
    write: (writer, value) => {
      type.write(writer, value ?? undefined);
    },
    read: (reader) => type.read(reader) ?? null,
  };
}

/** A member at the end of a struct that senders may leave out, and older rows do not have. Source: binary_extension. */
export function extension<T>(item: AbiType<T>): AbiType<T | undefined> {
  return {
    name: `${item.name}$`,
    parts: [item],
    write: (writer, value) => {
      if (value !== undefined) item.write(writer, value);
    },
    read: (reader) => (reader.isAtEnd ? undefined : item.read(reader)),
  };
}

/** A type with members; its values are plain objects. */
export type Struct<T> = AbiType<T> & Required<AbiShape>;

/** Declares a struct. The order of the members is the order of the bytes. */
export function struct<M extends Record<string, AbiShape>>(
  structName: string,
  members: M,
): Struct<{ [K in keyof M]: ValueOf<M[K]> }> {
  type Value = { [K in keyof M]: ValueOf<M[K]> };
  // The members were declared as the types of these values.
  const fields = Object.entries(members) as unknown as [keyof M & string, AbiType<Value[keyof M]>][];
  return {
    name: structName,
    parts: fields.map(([, type]) => type),
    members: fields.map(([member, type]) => ({ name: member, type: type.name })),
    write: (writer, value) => {
      for (const [member, type] of fields) type.write(writer, value[member]);
    },
    read: (reader) => {
      const value: Partial<Value> = {};
      for (const [member, type] of fields) value[member] = type.read(reader);
      return value as Value;
    },
  };
}
