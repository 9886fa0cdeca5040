/** The published list, parsed. */
export interface AffectedList {
  /** SHA-256 hashes of public keys, lower-case hex (see affectedKeyHash in libs/antelope). */
  readonly hashes: ReadonlySet<string>;
  /** How many entries are no hash. They are skipped: the others still protect their keys. */
  readonly malformed: number;
}

const MAX_HASHES = 5_000_000;
const HASH = /^[0-9a-f]{64}$/i;

/** SHA-256 of nothing: what a generator without input publishes. */
const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Reads a published list. An empty list, and one without any real hash (one digit repeated, the hash of
 * nothing, other text), says nothing about any key and is refused like a broken one: it must never read
 * as "safe". Entries that are no hash are counted and skipped beside real ones.
 * @throws Error with the reason.
 */
export function parseAffectedList(text: string): AffectedList {
  const entries = entriesOf(text);
  if (entries.length === 0) throw new Error('it is empty');
  if (entries.length > MAX_HASHES) throw new Error(`it has more than ${MAX_HASHES} entries`);
  const hashes = new Set<string>();
  let malformed = 0;
  for (const entry of entries) {
    if (typeof entry === 'string' && HASH.test(entry)) hashes.add(entry.toLowerCase());
    else malformed += 1;
  }
  if (hashes.size === 0) throw new Error('none of its entries is 64 hex digits');
  if ([...hashes].every(isPlaceholder)) throw new Error('it holds placeholders only');
  return { hashes, malformed };
}

function entriesOf(text: string): readonly unknown[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  const hashes: unknown =
    typeof content === 'object' && content !== null && 'hashes' in content ? content.hashes : undefined;
  if (!Array.isArray(hashes)) throw new Error('it is not {"hashes": [64 hex digits each]}');
  return hashes as unknown[];
}

function isPlaceholder(hash: string): boolean {
  return hash === HASH_OF_NOTHING || /^(.)\1{63}$/.test(hash);
}
