import type { ByteReader } from '../bytes/byte-reader';
import type { ByteWriter } from '../bytes/byte-writer';
import type { Json } from '../json';
import { ValueError } from '../value-error';
import { within } from '../within';
import type { Budget } from './budget';
import { kindOf, type Codec } from './codec';

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
