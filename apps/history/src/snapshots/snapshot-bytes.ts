import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { SnapshotError } from './snapshot-error';

const CHUNK_BYTES = 1024 * 1024;
const MAGIC_BYTES = 4;
/** Source: RFC 1952. */
const GZIP = 0x8b1f;
/** Source: RFC 8878. */
const ZSTD = 0xfd2fb528;

type Compression = 'none' | 'gzip' | 'zstd';

/** The content of a snapshot file, which may be compressed by gzip or zstd. */
export class SnapshotBytes {
  private constructor(
    readonly path: string,
    private readonly compression: Compression,
    private readonly fileBytes: number,
  ) {}

  /** @throws SnapshotError */
  static async open(path: string): Promise<SnapshotBytes> {
    try {
      const file = await open(path);
      try {
        const start = Buffer.alloc(MAGIC_BYTES);
        await file.read(start, 0, MAGIC_BYTES, 0);
        const { size } = await file.stat();
        return new SnapshotBytes(path, compressionOf(start), size);
      } finally {
        await file.close();
      }
    } catch (cause) {
      throw unreadable(path, cause);
    }
  }

  /** Undefined where the content is compressed. */
  get length(): number | undefined {
    return this.compression === 'none' ? this.fileBytes : undefined;
  }

  /** The content from a byte on, in chunks. A compressed one is read from its beginning. @throws SnapshotError */
  async *from(offset: number): AsyncGenerator<Uint8Array> {
    const isPlain = this.compression === 'none';
    const file = createReadStream(this.path, { start: isPlain ? offset : 0, highWaterMark: CHUNK_BYTES });
    const content = isPlain ? file : file.pipe(decompressor(this.compression));
    if (content !== file) file.on('error', (error) => content.destroy(error));
    let skipped = isPlain ? offset : 0;
    try {
      for await (const chunk of content as AsyncIterable<Uint8Array>) {
        const unwanted = Math.min(offset - skipped, chunk.length);
        skipped += unwanted;
        if (unwanted < chunk.length) yield chunk.subarray(unwanted);
      }
    } catch (cause) {
      throw unreadable(this.path, cause);
    } finally {
      file.destroy();
      content.destroy();
    }
  }
}

function compressionOf(start: Buffer): Compression {
  if (start.readUInt16LE(0) === GZIP) return 'gzip';
  return start.readUInt32LE(0) === ZSTD ? 'zstd' : 'none';
}

function decompressor(compression: Compression): Transform {
  if (compression === 'gzip') return zlib.createGunzip({ chunkSize: CHUNK_BYTES });
  // Since Node 22.15.
  if (!('createZstdDecompress' in zlib))
    throw new Error('this Node does not read zstd: decompress the file, or use Node 22.15 or later');
  return zlib.createZstdDecompress({ chunkSize: CHUNK_BYTES });
}

const unreadable = (path: string, cause: unknown): SnapshotError =>
  cause instanceof SnapshotError
    ? cause
    : new SnapshotError(
        `the snapshot ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );
