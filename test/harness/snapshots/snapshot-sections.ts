import { ByteWriter } from '@app/antelope';

/** A section of a snapshot file: each row is packed already. */
export interface WrittenSection {
  readonly name: string;
  readonly rows: readonly Uint8Array[];
}

const MAGIC = 0x30510550;
const FORMAT = 1;
const END = 0xffff_ffff_ffff_ffffn;

/** The bytes that `write` writes. */
export function packed(write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter();
  write(writer);
  return writer.finish();
}

/** A snapshot file of sections. */
export function snapshotOf(sections: readonly WrittenSection[]): Uint8Array {
  return packed((writer) => {
    writer.uint32(MAGIC);
    writer.uint32(FORMAT);
    for (const { name, rows } of sections) {
      const content = Buffer.concat([Buffer.from(`${name}\0`, 'latin1'), ...rows]);
      writer.uint64(BigInt(content.length + 8));
      writer.uint64(BigInt(rows.length));
      writer.raw(content);
    }
    writer.uint64(END);
  });
}
