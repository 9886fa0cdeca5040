import { createHash } from 'node:crypto';

const DIGEST_BYTES = 32;

/** `format` and a line feed, the SHA-256 of the content, the content. */
export function seal(format: string, content: Uint8Array): Buffer {
  return Buffer.concat([headOf(format), digestOf(content), content]);
}

/** The content; `foreign` when the bytes are of another format, `damaged` when they changed since they were sealed. */
export function unseal(format: string, bytes: Buffer): Buffer | 'foreign' | 'damaged' {
  const head = headOf(format);
  if (!bytes.subarray(0, head.length).equals(head)) return 'foreign';
  const digest = bytes.subarray(head.length, head.length + DIGEST_BYTES);
  const content = bytes.subarray(head.length + DIGEST_BYTES);
  return digest.equals(digestOf(content)) ? content : 'damaged';
}

const headOf = (format: string): Buffer => Buffer.from(`${format}\n`);
const digestOf = (content: Uint8Array): Buffer => createHash('sha256').update(content).digest();
