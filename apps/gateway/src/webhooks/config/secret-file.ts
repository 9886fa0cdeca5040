import { readFileSync } from 'node:fs';

/** Bytes of a secret. Source: Standard Webhooks, "Signature scheme". */
const LEAST_BYTES = 24;
const MOST_BYTES = 64;
const SECRET = /^whsec_(?<base64>[A-Za-z0-9+/]+={0,2})$/;
const FORM = `must hold whsec_ and ${LEAST_BYTES} to ${MOST_BYTES} random bytes in Base64, in one line`;

/** Reads the secret of a file; else says what is wrong with the file, without its content. */
export function readSecret(file: string): { readonly secret?: string; readonly problem?: string } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})` };
  }
  const { base64 } = SECRET.exec(text)?.groups ?? {};
  if (base64 === undefined) return { problem: FORM };
  const bytes = Buffer.from(base64, 'base64');
  // Other texts stand for the same bytes, or for none at a receiver.
  const isWhole = bytes.toString('base64') === base64;
  if (!isWhole || bytes.length < LEAST_BYTES || bytes.length > MOST_BYTES) return { problem: FORM };
  return { secret: text };
}
