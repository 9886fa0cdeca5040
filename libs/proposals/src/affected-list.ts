import { z } from 'zod';

/** The published list, parsed: hashes of public keys (see affectedKeyHash in libs/antelope). */
export type AffectedList = ReadonlySet<string>;

const MAX_HASHES = 5_000_000;
const schema = z.object({ hashes: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(MAX_HASHES) });

/** SHA-256 of nothing: what a generator without input publishes. */
const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Reads a published list. An empty list, and one of placeholders only (one digit repeated, the hash of
 * nothing), says nothing about any key and is refused like a broken one: it must never read as "safe".
 * @throws Error with the reason.
 */
export function parseAffectedList(text: string): AffectedList {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  const parsed = schema.safeParse(content);
  if (!parsed.success) throw new Error('it is not {"hashes": [64 lower-case hex digits each]}');
  const { hashes } = parsed.data;
  if (hashes.length === 0) throw new Error('it is empty');
  if (hashes.every(isPlaceholder)) throw new Error('it holds placeholders only');
  return new Set(hashes);
}

function isPlaceholder(hash: string): boolean {
  return hash === HASH_OF_NOTHING || /^(.)\1{63}$/.test(hash);
}
