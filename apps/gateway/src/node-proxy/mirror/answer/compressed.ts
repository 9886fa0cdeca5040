import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { CachedReply } from '@app/upstream';

/** An answer that fits one packet does not arrive sooner when it is compressed. */
export const MIN_COMPRESSED_BYTES = 1_400;
/** The fastest level: most of the gain of the default one for a third of its time. */
const LEVEL = 1;

const compress = promisify(gzip);

interface Forms {
  gzip?: Promise<Buffer>;
  etag?: string;
}

/** Derived forms of kept answers; they live as long as the answer. */
const forms = new WeakMap<CachedReply, Forms>();

function formsOf(reply: CachedReply): Forms {
  const known = forms.get(reply) ?? {};
  forms.set(reply, known);
  return known;
}

/** The compressed body of an answer, made once. @param onMade called with its size when it was made */
export function compressedBytes(reply: CachedReply, onMade: (bytes: number) => void): Promise<Buffer> {
  return (formsOf(reply).gzip ??= compress(reply.bytes, { level: LEVEL }).then((bytes) => {
    onMade(bytes.length);
    return bytes;
  }));
}

/** The entity tag of an answer, from its bytes. */
export function etagOf(reply: CachedReply): string {
  return (formsOf(reply).etag ??=
    `W/"${createHash('sha256').update(reply.bytes).digest('base64url').slice(0, 22)}"`);
}
