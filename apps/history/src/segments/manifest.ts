import { isJsonObject } from '@app/antelope';
import { RefusedArchiveError } from './archive-errors';
import { MANIFEST_FILE } from './file-names';
import { SEGMENT_LIMITS } from './segment-limits';

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

const MAX_LINE = 512;
const CHAIN_ID_LINE = /^ "chain_id": "([0-9a-f]{64})",$/;
const [BEGIN, FORMAT_LINE, SEGMENTS, END] = ['{', ` "format": "${FORMAT}",`, ' "segments": [', ' ]\n}\n'];

/** The only text of a manifest: equal archives have equal bytes. A segment is a line. */
export function manifestText({ chainId, segments }: Manifest): string {
  const lines = segments.map(segmentLine).join(',\n');
  return `${BEGIN}\n${FORMAT_LINE}\n "chain_id": "${chainId}",\n${SEGMENTS}\n${lines}\n${END}`;
}

const segmentLine = (segment: SegmentEntry): string => `  ${JSON.stringify(segment, [...MEMBERS])}`;

/**
 * Throws RefusedArchiveError for a text that is not the one of a manifest whose segments follow each other. It is read line
 * by line: a JSON text of this size with other content would take many times its bytes.
 */
export function parseManifest(text: string): Manifest {
  const lines = new Lines(text);
  const isManifest = lines.next() === BEGIN && lines.next() === FORMAT_LINE;
  const chainId = CHAIN_ID_LINE.exec(lines.next())?.[1];
  if (!isManifest || chainId === undefined || lines.next() !== SEGMENTS)
    throw refused(`does not begin as a manifest of the format ${FORMAT}`);
  const segments: SegmentEntry[] = [];
  for (let isLast = false; !isLast;) {
    const line = lines.next();
    if (line === '' && segments.length === 0) throw refused('has no segments');
    isLast = !line.endsWith(',');
    const entry = entryOf(isLast ? line : line.slice(0, -1), segments.length);
    requireLink(entry, segments.at(-1));
    segments.push(entry);
  }
  if (lines.rest !== END) throw refused('is not written as a manifest is');
  return { chainId, segments };
}

/** The lines of a text, one at a time. */
class Lines {
  #at = 0;

  constructor(private readonly text: string) {}

  /** Throws RefusedArchiveError for a line that is longer than any of a manifest, or has no end. */
  next(): string {
    const line = this.text.slice(this.#at, this.#at + MAX_LINE);
    const end = line.indexOf('\n');
    if (end < 0) throw refused('is not written as a manifest is');
    this.#at += end + 1;
    return line.slice(0, end);
  }

  /** The text behind the last line that was read, as far as it may be the end. */
  get rest(): string {
    return this.text.slice(this.#at, this.#at + MAX_LINE);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RefusedArchiveError(`${MANIFEST_FILE} has a line that is no JSON`, { cause });
  }
}

/** The segment of a line. */
function entryOf(line: string, at: number): SegmentEntry {
  const value = jsonOf(line);
  const isEntry =
    isJsonObject(value) &&
    isWithin(value['first_block'], MAX_NUM) &&
    isWithin(value['last_block'], MAX_NUM) &&
    isIdOf(value['first_id'], value['first_block']) &&
    isIdOf(value['last_id'], value['last_block']) &&
    (value['previous_id'] === null || isIdOf(value['previous_id'], value['first_block'] - 1)) &&
    isDigest(value['sha256']) &&
    isWithin(value['bytes'], Number.MAX_SAFE_INTEGER) &&
    value['first_block'] <= value['last_block'];
  if (!isEntry) throw refused(`has a segment, number ${String(at + 1)}, that is none`);
  const entry = value as unknown as SegmentEntry;
  if (segmentLine(entry) !== line) throw refused('is not written as a manifest is');
  const [first, last] = [entry.first_block, entry.last_block].map((num) =>
    Math.ceil(num / SEGMENT_LIMITS.blocks),
  );
  if (first !== last)
    throw refused(
      `has a segment, number ${String(at + 1)}, with blocks behind the one at which a segment ends`,
    );
  return entry;
}

function requireLink(entry: SegmentEntry, before: SegmentEntry | undefined): void {
  if (before === undefined) return;
  if (entry.first_block !== before.last_block + 1 || entry.previous_id !== before.last_id)
    throw refused(
      `has a segment, ${entry.sha256}, that does not follow block ${String(before.last_block)} of the one before`,
    );
}

const isDigest = (value: unknown): value is string => typeof value === 'string' && DIGEST.test(value);
const isWithin = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 && value <= most;
/** An id begins with the number of its block. */
const isIdOf = (value: unknown, num: number): boolean =>
  isDigest(value) && Number.parseInt(value.slice(0, 8), 16) === num;

const refused = (text: string): RefusedArchiveError => new RefusedArchiveError(`${MANIFEST_FILE} ${text}`);
