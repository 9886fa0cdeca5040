import { ByteWindow } from './byte-window';
import { SectionRows, type Section } from './section-rows';
import { SnapshotBytes } from './snapshot-bytes';
import { SnapshotError } from './snapshot-error';

/** Source: ostream_snapshot_writer of nodeos. */
const MAGIC = 0x30510550;
const FORMAT = 1;
const HEADER_BYTES = 8;
const SIZE_BYTES = 8;
const END_MARKER = 0xffff_ffff_ffff_ffffn;
const MAX_NAME_BYTES = 200;
const MAX_SECTIONS = 1000;
const NAME = /^[\w:]+$/;

/** A portable snapshot of nodeos in its binary form. Its sections are known, none of them is in memory. */
export class SnapshotFile {
  private constructor(
    private readonly content: SnapshotBytes,
    private readonly sections: ReadonlyMap<string, Section>,
  ) {}

  /** Finds all sections: a compressed file is read once as a whole. @throws SnapshotError */
  static async open(path: string): Promise<SnapshotFile> {
    const content = await SnapshotBytes.open(path);
    const window = new ByteWindow(content);
    try {
      return new SnapshotFile(content, await sectionsOf(content, window));
    } finally {
      await window.close();
    }
  }

  get path(): string {
    return this.content.path;
  }

  /** The sections in the order of the file. */
  get names(): string[] {
    return [...this.sections.keys()];
  }

  /** Rows of a section; 0: there is no such section. */
  rowCount(name: string): number {
    return this.sections.get(name)?.rows ?? 0;
  }

  /** The place to read sections from, one after another. The caller closes it. */
  window(): ByteWindow {
    return new ByteWindow(this.content);
  }

  /** The rows of a section. @throws SnapshotError when there is no such section */
  async rows(name: string, window: ByteWindow): Promise<SectionRows> {
    const section = this.sections.get(name);
    if (section === undefined) throw new SnapshotError(`the snapshot ${this.path} has no section ${name}`);
    await window.seek(section.offset);
    return new SectionRows(window, section);
  }
}

async function sectionsOf(content: SnapshotBytes, window: ByteWindow): Promise<Map<string, Section>> {
  await requireHeader(content.path, window);
  const sections = new Map<string, Section>();
  for (;;) {
    const section = await nextSection(content, window);
    if (section === undefined) break;
    if (sections.has(section.name))
      throw refused(content, `has the section ${section.name} twice`, section.offset);
    sections.set(section.name, section);
    if (sections.size > MAX_SECTIONS)
      throw refused(content, `has more than ${String(MAX_SECTIONS)} sections`, section.offset);
    if (!(await window.seek(section.end)))
      throw refused(content, `ends in the section ${section.name}`, window.offset);
  }
  if (await window.fill(1)) throw refused(content, 'continues behind its end', window.offset);
  return sections;
}

async function requireHeader(path: string, window: ByteWindow): Promise<void> {
  const isComplete = await window.fill(HEADER_BYTES);
  const view = viewOn(window);
  if (!isComplete || view.getUint32(0, true) !== MAGIC)
    throw new SnapshotError(`${path} is no portable snapshot of nodeos in its binary form`);
  const format = view.getUint32(4, true);
  if (format !== FORMAT)
    throw new SnapshotError(
      `the snapshot ${path} has the form ${String(format)}, and only form ${String(FORMAT)} is known`,
    );
  window.pass(HEADER_BYTES);
}

/** Undefined: there are no more. */
async function nextSection(content: SnapshotBytes, window: ByteWindow): Promise<Section | undefined> {
  const start = window.offset;
  if (!(await window.fill(SIZE_BYTES))) throw refused(content, 'ends before its end marker', start);
  const size = viewOn(window).getBigUint64(0, true);
  window.pass(SIZE_BYTES);
  if (size === END_MARKER) return undefined;
  // Less than that is left at the end of the file.
  await window.fill(SIZE_BYTES + MAX_NAME_BYTES + 1);
  const nameBytes = window.bytes.subarray(SIZE_BYTES, SIZE_BYTES + MAX_NAME_BYTES + 1).indexOf(0);
  const name = Buffer.from(window.bytes.subarray(SIZE_BYTES, SIZE_BYTES + nameBytes)).toString('latin1');
  if (nameBytes < 0 || !NAME.test(name)) throw refused(content, 'has no section where one begins', start);
  const rows = viewOn(window).getBigUint64(0, true);
  const headBytes = SIZE_BYTES + nameBytes + 1;
  const end = window.offset + Number(size);
  window.pass(headBytes);
  const contentBytes = end - window.offset;
  if (contentBytes < 0 || end > (content.length ?? Number.MAX_SAFE_INTEGER))
    throw refused(content, `ends before the ${String(size)} bytes of the section ${name}`, start);
  // Each row has a byte at least.
  if (rows > BigInt(contentBytes))
    throw refused(
      content,
      `has ${String(rows)} rows in ${String(contentBytes)} bytes of the section ${name}`,
      start,
    );
  return { name, rows: Number(rows), offset: window.offset, end };
}

const viewOn = ({ bytes }: ByteWindow): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const refused = ({ path }: SnapshotBytes, complaint: string, offset: number): SnapshotError =>
  new SnapshotError(`the snapshot ${path} ${complaint} (byte ${String(offset)})`);
