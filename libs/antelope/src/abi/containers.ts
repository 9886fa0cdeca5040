import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import type { Json } from '../json';
import { ValueError } from '../value-error';
import { within } from '../within';
import type { Budget } from './budget';
import { kindOf, type Codec } from './codec';

const FIXED_LENGTH = /^[1-9][0-9]{0,6}$/;

/** A type's last suffix: the type before it, and the codec that it makes of the codec of that. */
export interface Suffix {
  readonly content: string;
  readonly apply: (content: Codec) => Codec;
}

/** `?`, `[]` or `[n]` at the end of a type. */
export function suffixOf(type: string): Suffix | undefined {
  if (type.endsWith('?')) return { content: type.slice(0, -1), apply: optionalOf };
  if (!type.endsWith(']')) return undefined;
  const opening = type.lastIndexOf('[');
  const content = type.slice(0, Math.max(opening, 0));
  const length = type.slice(opening + 1, -1);
  if (opening >= 0 && length === '') return { content, apply: listOf };
  if (content === '' || !FIXED_LENGTH.test(length)) return undefined;
  return { content, apply: (element) => fixedListOf(element, Number(length)) };
}

/** `T[]`: a count, then the elements. */
export function listOf(element: Codec): Codec {
  return {
    read: (reader, budget) => readElements(element, reader.varuint32(), reader, budget),
    write: (writer, value, budget) => {
      const list = expectList(value);
      writer.varuint32(list.length);
      writeElements(element, list, writer, budget);
    },
  };
}

/** `T[n]`: the elements alone. */
export function fixedListOf(element: Codec, length: number): Codec {
  return {
    read: (reader, budget) => readElements(element, length, reader, budget),
    write: (writer, value, budget) => {
      const list = expectList(value);
      if (list.length !== length) {
        throw new ValueError(`expected ${String(length)} elements, found ${String(list.length)}`);
      }
      writeElements(element, list, writer, budget);
    },
  };
}

/** `T?`: a byte 0, or a byte 1 and the value; null stands for none. */
export function optionalOf(content: Codec): Codec {
  return {
    read: (reader, budget) => {
      const flag = reader.uint8();
      if (flag > 1) throw new ValueError(`${String(flag)} does not say whether a value follows`);
      return flag === 0 ? null : budget.deeper(() => content.read(reader, budget));
    },
    write: (writer, value, budget) => {
      writer.uint8(value === null ? 0 : 1);
      if (value === null) return;
      budget.deeper(() => content.write(writer, value, budget));
    },
  };
}

function readElements(element: Codec, count: number, reader: ByteReader, budget: Budget): Json[] {
  budget.claim(count);
  return budget.deeper(() => {
    const list: Json[] = [];
    while (list.length < count)
      list.push(within(`[${String(list.length)}]`, () => element.read(reader, budget)));
    return list;
  });
}

function writeElements(element: Codec, list: Json[], writer: ByteWriter, budget: Budget): void {
  budget.claim(list.length);
  budget.deeper(() => {
    list.forEach((item, index) => {
      within(`[${String(index)}]`, () => element.write(writer, item, budget));
    });
  });
}

function expectList(value: Json): Json[] {
  if (Array.isArray(value)) return value;
  throw new ValueError(`expected a list, found ${kindOf(value)}`);
}
