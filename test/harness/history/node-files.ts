import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { deflateSync, type ZlibOptions } from 'node:zlib';

// The files of a node, written as the sources of nodeos write them (state_history_log::pack_and_write_entry and
// block_log::append of Leap 5 and Spring), and by nothing of the code that reads them.

/** Name "ship", version 0. */
const SHIP_MAGIC = 0xc35d_5000_0000_0000n;
const PRUNED_LOG = 1n << 16n;
/** Magic, id, size of the payload. */
const HEAD_BYTES = 48;
const PRUNED_BLOCKS = 0x8000_0000;

/** Bytes that releases of nodeos write before the zlib stream of an entry. */
export type EntryForm = 'Leap 4' | 'Leap 3' | 'EOSIO';

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number | bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

/** The bytes of a file that grows, and its index. */
class IndexedFile {
  readonly #parts: Buffer[] = [];
  #positions: number[] = [];
  size = 0;

  get count(): number {
    return this.#positions.length;
  }

  add(...parts: Uint8Array[]): void {
    for (const part of parts) {
      this.#parts.push(Buffer.from(part));
      this.size += part.length;
    }
  }

  /** Of the block `at` places behind the first one: later ones, of another fork, are gone. */
  point(at: number, position: number): void {
    this.#positions = [...this.#positions.slice(0, at), position];
  }

  write(stem: string): void {
    writeFileSync(`${stem}.log`, Buffer.concat(this.#parts));
    writeFileSync(`${stem}.index`, Buffer.concat(this.#positions.map(u64)));
  }
}

export interface HistoryLogOptions {
  readonly form?: EntryForm;
  readonly zlib?: ZlibOptions;
  /** Blocks that a pruned log still has. */
  readonly prunedTo?: number;
}

export interface LogEntry {
  readonly num: number;
  readonly id: Uint8Array;
  readonly content: Uint8Array;
}

/** One file of a state-history log. Entries come in the order in which a node sees them, forks included. */
export function writeHistoryLog(
  stem: string,
  entries: readonly LogEntry[],
  { form = 'Leap 4', zlib = { level: 0 }, prunedTo }: HistoryLogOptions = {},
): void {
  const file = new IndexedFile();
  const first = entries[0]?.num ?? 0;
  for (const { num, id, content } of entries) {
    const position = file.size;
    const stream = deflateSync(content, zlib);
    const head = {
      'Leap 4': Buffer.concat([u32(1), u64(content.length)]),
      'Leap 3': u32(0),
      EOSIO: u32(stream.length),
    }[form];
    const magic = SHIP_MAGIC | (position === 0 && prunedTo !== undefined ? PRUNED_LOG : 0n);
    file.add(u64(magic), id, u64(head.length + stream.length), head, stream, u64(position));
    file.point(num - first, position);
  }
  if (prunedTo !== undefined) file.add(u32(prunedTo));
  mkdirSync(path.dirname(stem), { recursive: true });
  file.write(stem);
  if (prunedTo !== undefined) punchHole(stem, file.count - prunedTo);
}

/** The offsets of the index of a file. */
export function positionsOf(stem: string): number[] {
  const index = readFileSync(`${stem}.index`);
  return Array.from({ length: Math.floor(index.length / 8) }, (_, at) =>
    Number(index.readBigUInt64LE(at * 8)),
  );
}

/** Removes what is behind the head of the first entry, up to an entry. */
function punchHole(stem: string, entry: number): void {
  const length = (positionsOf(stem)[entry] ?? 0) - HEAD_BYTES;
  if (length <= 0) return;
  const file = openSync(`${stem}.log`, 'r+');
  writeSync(file, Buffer.alloc(length), 0, length, HEAD_BYTES);
  closeSync(file);
}

export interface BlockLogOptions {
  readonly version?: 1 | 2 | 3;
  readonly firstNum: number;
  /** The genesis, or the chain id. */
  readonly context: Uint8Array;
  readonly prunedTo?: number;
}

/** One file of a block log. */
export function writeBlockLog(
  stem: string,
  blocks: readonly Uint8Array[],
  { version = 3, firstNum, context, prunedTo }: BlockLogOptions,
): void {
  const file = new IndexedFile();
  file.add(u32(version + (prunedTo === undefined ? 0 : PRUNED_BLOCKS)));
  if (version > 1) file.add(u32(firstNum));
  file.add(context);
  if (version > 1) file.add(Buffer.alloc(8, 0xff));
  for (const [at, block] of blocks.entries()) {
    const position = file.size;
    file.add(block, u64(position));
    file.point(at, position);
  }
  if (prunedTo !== undefined) file.add(u32(prunedTo));
  mkdirSync(path.dirname(stem), { recursive: true });
  file.write(stem);
}
