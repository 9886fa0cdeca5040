import { ByteWriter } from '@app/antelope';
import type { RowReader } from './row-reader';

/** Reads a row of a snapshot. @returns the data of the row in state history */
export type RowForm = (reader: RowReader) => Uint8Array;

/** Every type of a row has one version until now, global_property apart. */
const VERSION_0 = 0;

/** The row of state history that `copy` makes of a row of a snapshot. */
export const rowOf =
  (copy: (reader: RowReader, writer: ByteWriter) => void): RowForm =>
  (reader) => {
    const writer = new ByteWriter();
    writer.varuint32(VERSION_0);
    copy(reader, writer);
    return writer.finish();
  };

/** A row that state history has as it is. */
export const sameRow = (skip: (reader: RowReader) => void): RowForm =>
  rowOf((reader, writer) => writer.raw(reader.span(() => skip(reader))));

/** Elements behind their number, which `copy` changes. */
export function copyList(reader: RowReader, writer: ByteWriter, copy: () => void): void {
  const count = reader.varuint32();
  writer.varuint32(count);
  for (let left = count; left > 0; left--) copy();
}
