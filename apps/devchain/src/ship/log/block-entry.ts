import { ByteReader, ByteWriter } from '@app/antelope';

/** The history of one block, packed as results carry it. A section is absent where the log begins without it. */
export interface BlockEntry {
  readonly traces?: Uint8Array;
  readonly deltas?: Uint8Array;
}

/** Entries of consecutive blocks in one piece of bytes. */
export function packEntries(entries: readonly BlockEntry[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { traces, deltas } of entries) {
    writeSection(writer, traces);
    writeSection(writer, deltas);
  }
  return writer.finish();
}

/** Reads what packEntries wrote. The sections are views on the bytes. */
export function readEntries(bytes: Uint8Array): BlockEntry[] {
  const reader = new ByteReader(bytes);
  const entries: BlockEntry[] = [];
  while (!reader.isAtEnd) entries.push({ traces: readSection(reader), deltas: readSection(reader) });
  return entries;
}

export const entryBytes = ({ traces, deltas }: BlockEntry): number =>
  (traces?.length ?? 0) + (deltas?.length ?? 0);

function writeSection(writer: ByteWriter, section: Uint8Array | undefined): void {
  writer.uint8(section === undefined ? 0 : 1);
  if (section !== undefined) writer.prefixed(section);
}

const readSection = (reader: ByteReader): Uint8Array | undefined =>
  reader.uint8() === 0 ? undefined : reader.prefixed();
