import { ByteReader, ByteWriter } from '@app/antelope';

/** Description of a type in the ABI. */
export interface AbiShape {
  /** The name in the ABI, with its suffix: `uint64`, `name[]`, `string?`. */
  readonly name: string;
  /** Types this one is made of. */
  readonly parts?: readonly AbiShape[];
  /** Members when it is a struct, in order. */
  readonly members?: readonly { readonly name: string; readonly type: string }[];
}

/**
 * A type of a contract, declared once: how its values are written and read, and what the ABI calls it. Rows and
 * arguments are plain values (names are text, integers of 64 bits and more bigint, times milliseconds).
 */
export interface AbiType<T> extends AbiShape {
  /** Throws ValueError for a value out of range. */
  write(writer: ByteWriter, value: T): void;
  /** Throws ValueError when the bytes are no such value. */
  read(reader: ByteReader): T;
}

/** The plain value an AbiType describes. */
export type ValueOf<T> = T extends AbiType<infer V> ? V : never;

/** The binary form of a value. */
export function encode<T>(type: AbiType<T>, value: T): Uint8Array {
  const writer = new ByteWriter();
  type.write(writer, value);
  return writer.finish();
}

/** The value at the beginning of the bytes; what follows is left alone, as contracts do. Throws ValueError. */
export function decode<T>(type: AbiType<T>, bytes: Uint8Array): T {
  return type.read(new ByteReader(bytes));
}
