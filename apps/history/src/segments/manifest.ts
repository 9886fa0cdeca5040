import { RefusedArchiveError } from './archive-errors';
import { MANIFEST_FILE } from './file-names';

const FORMAT = 'chain-archive-1';
/** Some 400 bytes a segment: for 150,000 segments. */
export const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/** A closed range of irreversible blocks in one file. Ids and digests are lower-case hex. */
export interface SegmentEntry {
  readonly first_block: number;
  readonly last_block: number;
  readonly first_id: string;
  readonly last_id: string;
  /** Of the block before; null for the first block of a chain, and for the state of a snapshot, whose header is unknown. */
  readonly previous_id: string | null;
  /** Of the content. */
  readonly sha256: string;
  /** Of the content. */
  readonly bytes: number;
}

/** The segments of an archive: ranges that follow each other without a gap. */
export interface Manifest {
  readonly chainId: string;
  readonly segments: readonly SegmentEntry[];
}

const MEMBERS = [
  'first_block',
  'last_block',
  'first_id',
  'last_id',
  'previous_id',
  'sha256',
  'bytes',
] as const;
const DIGEST = /^[0-9a-f]{64}$/;
const MAX_NUM = 0xffff_ffff;

/** The only text of a manifest: equal archives have equal bytes. A segment is a line. */
export function manifestText({ chainId, segments }: Manifest): string {
  const lines = segments.map((segment) => `  ${JSON.stringify(segment, [...MEMBERS])}`);
  return `{\n "format": ${JSON.stringify(FORMAT)},\n "chain_id": ${JSON.stringify(chainId)},\n "segments": [\n${lines.join(',\n')}\n ]\n}\n`;
}

/** Throws RefusedArchiveError for a text that is not the one of a manifest whose segments follow each other. */
export function parseManifest(text: string): Manifest {
  const value = jsonOf(text);
  if (!isObject(value)) throw refused('is no object');
  if (value['format'] !== FORMAT) throw refused(`has another format than ${FORMAT}`);
  const { chain_id: chainId, segments } = value;
  if (!isDigest(chainId)) throw refused('has no chain id');
  if (!Array.isArray(segments) || segments.length === 0) throw refused('has no segments');
  const entries = segments.map(entryOf);
  for (const [at, entry] of entries.entries()) requireLink(entry, entries[at - 1]);
  const manifest = { chainId, segments: entries };
  if (manifestText(manifest) !== text) throw refused('is not written as a manifest is');
  return manifest;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RefusedArchiveError(`${MANIFEST_FILE} is no JSON`, { cause });
  }
}

function entryOf(value: unknown, at: number): SegmentEntry {
  const isEntry =
    isObject(value) &&
    isWithin(value['first_block'], MAX_NUM) &&
    isWithin(value['last_block'], MAX_NUM) &&
    isIdOf(value['first_id'], value['first_block']) &&
    isIdOf(value['last_id'], value['last_block']) &&
    (value['previous_id'] === null || isIdOf(value['previous_id'], value['first_block'] - 1)) &&
    isDigest(value['sha256']) &&
    isWithin(value['bytes'], Number.MAX_SAFE_INTEGER) &&
    value['first_block'] <= value['last_block'];
  if (!isEntry) throw refused(`has a segment, number ${String(at + 1)}, that is none`);
  return value as unknown as SegmentEntry;
}

function requireLink(entry: SegmentEntry, before: SegmentEntry | undefined): void {
  if (before === undefined) return;
  if (entry.first_block !== before.last_block + 1 || entry.previous_id !== before.last_id)
    throw refused(
      `has a segment, ${entry.sha256}, that does not follow block ${String(before.last_block)} of the one before`,
    );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const isDigest = (value: unknown): value is string => typeof value === 'string' && DIGEST.test(value);
const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most;
/** An id begins with the number of its block. */
const isIdOf = (value: unknown, num: number): boolean =>
  isDigest(value) && Number.parseInt(value.slice(0, 8), 16) === num;

const refused = (text: string): RefusedArchiveError => new RefusedArchiveError(`${MANIFEST_FILE} ${text}`);
