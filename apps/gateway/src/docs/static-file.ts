import { createHash } from 'node:crypto';
import { constants, gzipSync } from 'node:zlib';

/** One file in its encodings. It never changes while the process runs. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  /** Where the build made it. */
  readonly brotli?: Buffer;
  /** Its name has a hash of its content: browsers keep it. */
  readonly isImmutable?: true;
}

export function staticFile(
  type: string,
  content: string | Buffer,
  gzip = gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
): StaticFile {
  const plain = Buffer.from(content);
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return { type, etag: `"${hash}"`, plain, gzip };
}
