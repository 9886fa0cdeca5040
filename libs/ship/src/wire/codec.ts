import { ValueError, type ByteWriter } from '@app/antelope';
import { ShipReader } from './ship-reader';

/** Both directions of one type of the protocol. `write` of a value that was read gives the same bytes again. */
export interface Codec<T> {
  read(reader: ShipReader): T;
  write(writer: ByteWriter, value: T): void;
}

/** Members one after another, in the order of `fields`. */
export function struct<T extends object>(fields: { readonly [K in keyof T]-?: Codec<T[K]> }): Codec<T> {
  const members = Object.keys(fields) as (keyof T)[];
  return {
    read: (reader) => {
      const value: Partial<T> = {};
      for (const member of members) value[member] = fields[member].read(reader);
      return value as T;
    },
    write: (writer, value) => {
      for (const member of members) fields[member].write(writer, value[member]);
    },
  };
}

/** A count, then the elements. */
export function list<T>(element: Codec<T>): Codec<T[]> {
  return {
    read: (reader) => {
      const values: T[] = [];
      for (let left = reader.varuint32(); left > 0; left--) values.push(element.read(reader));
      return values;
    },
    write: (writer, values) => {
      writer.varuint32(values.length);
      for (const value of values) element.write(writer, value);
    },
  };
}

/** A byte 0, or a byte 1 and the value; undefined stands for none. */
export function optional<T>(content: Codec<T>): Codec<T | undefined> {
  return {
    read: (reader) => (reader.bool() ? content.read(reader) : undefined),
    write: (writer, value) => {
      writer.uint8(value === undefined ? 0 : 1);
      if (value !== undefined) content.write(writer, value);
    },
  };
}

/** A value at the end of a message that older nodes do not send. */
export function extension<T>(content: Codec<T>): Codec<T | undefined> {
  return {
    read: (reader) => (reader.isAtEnd ? undefined : content.read(reader)),
    write: (writer, value) => {
      if (value !== undefined) content.write(writer, value);
    },
  };
}

/** A variant of which one type is known: its index, then the value. */
export function variantOf<T>(index: number, type: string, content: Codec<T>): Codec<T> {
  return {
    read: (reader) => {
      expectIndex(reader.varuint32(), index, type);
      return content.read(reader);
    },
    write: (writer, value) => {
      writer.varuint32(index);
      content.write(writer, value);
    },
  };
}

function expectIndex(found: number, index: number, type: string): void {
  if (found !== index) throw new ValueError(`${type}: unknown variant ${String(found)}`);
}

/** Reads all of `bytes`. Throws ValueError for missing bytes and for bytes left over. */
export function decodeWith<T>(codec: Codec<T>, bytes: Uint8Array): T {
  const reader = new ShipReader(bytes);
  const value = codec.read(reader);
  reader.finish();
  return value;
}
