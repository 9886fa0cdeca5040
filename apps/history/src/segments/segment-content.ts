import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { bytesToHex, equalBytes, hexToBytes, ValueError } from '@app/antelope';
import { type ArchivedBlock, decodeArchivedBlocks, encodeArchivedBlock } from '@app/ship';
import { RefusedArchiveError } from './archive-errors';
import { segmentFile } from './file-names';
import type { SegmentEntry } from './manifest';

/** A content begins with it and the chain id. */
const MAGIC = Buffer.from('CHAINSG1', 'latin1');
export const HEAD_BYTES = MAGIC.length + 32;
/** Higher levels gain 1 to 7 %, and take several times the CPU. */
const LEVEL = 6;

/** A segment that is written: its entry, and its content. */
export interface ClosedSegment {
  readonly entry: SegmentEntry;
  readonly content: Uint8Array;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of the file of a segment. */
export const compressed = (content: Uint8Array): Promise<Uint8Array> =>
  compress(content, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });

/** The most bytes that the file of a segment has. Source: ZSTD_COMPRESSBOUND. */
export const mostFileBytes = ({ bytes }: Pick<SegmentEntry, 'bytes'>): number =>
  bytes + Math.ceil(bytes / 256) + 1024;

/** Collects the blocks of a segment. */
export class SegmentContent {
  readonly #parts: Uint8Array[];
  readonly #ids: { readonly num: number; readonly id: string }[] = [];
  #previousId: string | null = null;
  bytes = HEAD_BYTES;

  /** @param chainId 32 bytes */
  constructor(chainId: Uint8Array) {
    this.#parts = [MAGIC, chainId];
  }

  get isEmpty(): boolean {
    return this.#ids.length === 0;
  }

  add(block: ArchivedBlock): void {
    const { thisBlock, prevBlock } = block;
    if (this.isEmpty) this.#previousId = prevBlock === undefined ? null : bytesToHex(prevBlock.blockId);
    const part = encodeArchivedBlock(block);
    this.#parts.push(part);
    this.bytes += part.length;
    this.#ids.push({ num: thisBlock.blockNum, id: bytesToHex(thisBlock.blockId) });
  }

  close(): ClosedSegment {
    const [first, last] = [this.#ids.at(0), this.#ids.at(-1)];
    if (first === undefined || last === undefined) throw new Error('the segment has no block');
    const content = Buffer.concat(this.#parts);
    return {
      content,
      entry: {
        first_block: first.num,
        last_block: last.num,
        first_id: first.id,
        last_id: last.id,
        previous_id: this.#previousId,
        sha256: sha256Of(content),
        bytes: content.length,
      },
    };
  }
}

/**
 * The blocks of the file of a segment. Nothing beyond the bytes of its entry is decompressed. The blocks are those that the
 * entry names; whether they prove themselves is not looked at. Throws RefusedArchiveError.
 * @param maxBlockBytes a larger block is refused
 */
export async function blocksOfFile(
  file: Uint8Array,
  entry: SegmentEntry,
  chainId: string,
  maxBlockBytes = Infinity,
): Promise<ArchivedBlock[]> {
  const content = await decompress(file, { maxOutputLength: entry.bytes }).catch((cause: unknown) => {
    throw refusedSegment(entry, `cannot be decompressed into ${String(entry.bytes)} bytes`, cause);
  });
  if (content.length !== entry.bytes || sha256Of(content) !== entry.sha256)
    throw refusedSegment(entry, 'has other bytes than the manifest says');
  const head = content.subarray(0, HEAD_BYTES);
  if (!equalBytes(head, Buffer.concat([MAGIC, hexToBytes(chainId)])))
    throw refusedSegment(entry, `is no segment of chain ${chainId}`);
  const blocks = decoded(content.subarray(HEAD_BYTES), entry, maxBlockBytes);
  requireChain(blocks, entry);
  return blocks;
}

/** Decodes no more blocks than the entry names: a content of small ones would take much more memory than its bytes. */
function decoded(bytes: Uint8Array, entry: SegmentEntry, blockBytes: number): ArchivedBlock[] {
  try {
    const blocks = entry.last_block - entry.first_block + 1;
    return decodeArchivedBlocks(bytes, { blocks, blockBytes });
  } catch (cause) {
    if (!(cause instanceof ValueError)) throw cause;
    throw refusedSegment(entry, `cannot be read: ${cause.message}`, cause);
  }
}

/** Throws RefusedArchiveError unless the blocks follow each other from the first one of the entry to the last one. */
function requireChain(blocks: readonly ArchivedBlock[], entry: SegmentEntry): void {
  let previousId = entry.previous_id;
  let num = entry.first_block;
  for (const { thisBlock, prevBlock } of blocks) {
    const foundId = prevBlock === undefined ? null : bytesToHex(prevBlock.blockId);
    if (thisBlock.blockNum !== num || foundId !== previousId)
      throw refusedSegment(entry, `has something else in the place of block ${String(num)}`);
    previousId = bytesToHex(thisBlock.blockId);
    num += 1;
  }
  const first = blocks[0] === undefined ? undefined : bytesToHex(blocks[0].thisBlock.blockId);
  if (num !== entry.last_block + 1 || first !== entry.first_id || previousId !== entry.last_id)
    throw refusedSegment(entry, 'has other blocks than the manifest says');
}

/** @param text the reason */
export const refusedSegment = (entry: SegmentEntry, text: string, cause?: unknown): RefusedArchiveError =>
  new RefusedArchiveError(
    `segment ${segmentFile(entry.sha256)} (blocks ${String(entry.first_block)} to ${String(entry.last_block)}) ${text}`,
    { cause },
  );
