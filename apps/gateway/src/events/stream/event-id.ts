import { digestOf } from '../topics/digest';

/** Changes with the form of ids and cursors: those of another version are not read. */
const VERSION = '1';
const CHAIN_DIGITS = 16;
/** Longest id: a header of this length passes proxies. A stream whose ids could be longer is refused. */
export const MAX_ID_CHARACTERS = 8_192;
/** Characters of a part in an id besides its cursor. */
const PART_CHARACTERS = 12;
const ENTRY = /^([\w-]{10})~([\w-]+)$/;
/** In the place of a part, so that gateways which do not know it pass over it. */
const HEAD = 'head-block';
const HEAD_BLOCK = /^\d{1,10}$/;

/** Where a client stands in each of its topics, on one chain. An id of an event states it, so that any replica reads it. */
export interface StreamPosition {
  /** Beginning of the id of the chain. */
  readonly chain: string;
  /** Cursors by `partDigest`. */
  readonly cursors: ReadonlyMap<string, string>;
  /** Head block that they are of, or a later one; undefined: not known. */
  readonly headBlock?: number | undefined;
}

/** The name of a part of a topic in an id. */
export const partDigest = (key: string): string => digestOf(key);

export const chainDigits = (chainId: string): string => chainId.slice(0, CHAIN_DIGITS);

/** Length that the ids of a stream may reach. @param longest the longest cursor of each of its parts */
export const idCharacters = (longest: readonly number[]): number =>
  longest.reduce(
    (sum, characters) => sum + characters + PART_CHARACTERS,
    VERSION.length + 1 + CHAIN_DIGITS + HEAD.length + 12,
  );

export function writeEventId({ chain, cursors, headBlock }: StreamPosition): string {
  const head = headBlock === undefined ? [] : [`${HEAD}~${headBlock}`];
  return [VERSION, chain, ...head, ...[...cursors].map(([part, cursor]) => `${part}~${cursor}`)].join('.');
}

/** Undefined for a text that no gateway of this version has written. */
export function readEventId(text: string): StreamPosition | undefined {
  if (text.length > MAX_ID_CHARACTERS) return undefined;
  const [version, chain = '', ...entries] = text.split('.');
  if (version !== VERSION || !/^[0-9a-f]{16}$/.test(chain)) return undefined;
  const cursors = new Map<string, string>();
  let headBlock: number | undefined;
  for (const entry of entries) {
    const [, part, cursor] = ENTRY.exec(entry) ?? [];
    if (part === undefined || cursor === undefined) return undefined;
    if (part !== HEAD) cursors.set(part, cursor);
    else if (HEAD_BLOCK.test(cursor)) headBlock = Number(cursor);
    else return undefined;
  }
  return { chain, cursors, headBlock };
}
