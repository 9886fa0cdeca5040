import {
  BEGIN,
  BEGINS_NAME,
  BEGINS_TEXT,
  BEHIND,
  BEHIND_NAME,
  CLOSES_OBJECT,
  IN_LIST,
  IN_OBJECT,
  NEXT_MEMBER,
  NEXT_OF_LIST,
  NEXT_OF_OBJECT,
  NEXT_STATE,
  NO_JSON,
  OPENS_LIST,
  OPENS_OBJECT,
} from './json-states';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const BITS_PER_BYTE = 8;

/** Behind a backslash: one of these, or `u` and four digits. */
const SHORT_ESCAPES = Buffer.from('"\\/bfnrt');
const UNICODE = 0x75;
const UNICODE_LENGTH = 6;
const HEX_DIGITS = Buffer.from('0123456789abcdefABCDEF');

const BYTES_PER_WORD = 4;
/** The same byte four times, and the highest bit of each of four bytes. */
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;
const FIRST_PRINTABLES = 0x20202020;
const ONES = 0x01010101;
const HIGHEST_BITS = 0x80808080;

/** Members of the errors that nodes answer: see refusalOf. */
const ERROR_MEMBERS = ['code', 'statusCode'].map((name) => Buffer.from(name));

/** Objects and lists that are open, 1 for an object. A deeper body is left to JSON.parse. */
const MAX_DEPTH = 512;
const isObject = new Uint8Array(MAX_DEPTH);

/**
 * Whether a node's body is one object or list of JSON, with nothing behind it, and no error. False says nothing:
 * JSON.parse has to decide. True for nothing that JSON.parse refuses, in about half of its time and without garbage.
 */
export function isWholeAnswer(bytes: Buffer): boolean {
  const { length } = bytes;
  const words = wordsOf(bytes);
  let state = BEGIN;
  let depth = 0;
  let at = 0;
  while (at < length) {
    const next = NEXT_STATE[(state << BITS_PER_BYTE) | (bytes[at] as number)] as number;
    at += 1;
    if (next < OPENS_OBJECT) {
      if (next === NO_JSON) return false;
      state = next;
    } else if (next >= BEGINS_TEXT) {
      const from = at;
      at = endOfText(bytes, words, from);
      if (at < 0 || depth === 0) return false;
      if (next === BEGINS_NAME && depth === 1 && isErrorMember(bytes, from, at)) return false;
      at += 1;
      state = next === BEGINS_NAME ? BEHIND_NAME : BEHIND;
    } else if (next === NEXT_MEMBER) {
      state = isObject[depth] === 1 ? NEXT_OF_OBJECT : NEXT_OF_LIST;
    } else if (next === OPENS_OBJECT || next === OPENS_LIST) {
      depth += 1;
      if (depth === MAX_DEPTH) return false;
      isObject[depth] = next === OPENS_OBJECT ? 1 : 0;
      state = next === OPENS_OBJECT ? IN_OBJECT : IN_LIST;
    } else {
      if (depth === 0 || (next === CLOSES_OBJECT) !== (isObject[depth] === 1)) return false;
      depth -= 1;
      if (depth === 0) return at === length;
      state = BEHIND;
    }
  }
  return false;
}

/** The memory of the bytes in words; the first one begins up to three bytes before them. */
function wordsOf({ buffer, byteOffset, length }: Buffer): Int32Array {
  const before = byteOffset % BYTES_PER_WORD;
  return new Int32Array(buffer, byteOffset - before, Math.floor((before + length) / BYTES_PER_WORD));
}

/** Index of the quote that ends a text; -1 where there is none, or a byte that no text has. */
function endOfText(bytes: Buffer, words: Int32Array, from: number): number {
  const { length } = bytes;
  const before = bytes.byteOffset % BYTES_PER_WORD;
  let at = from;
  while (at < length) {
    if ((at + before) % BYTES_PER_WORD === 0) {
      let word = (at + before) / BYTES_PER_WORD;
      while (word < words.length && isPlain(words[word] as number)) word += 1;
      at = word * BYTES_PER_WORD - before;
      if (at >= length) return -1;
    }
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at;
    if (byte < FIRST_PRINTABLE) return -1;
    const size = byte === BACKSLASH ? escapeLength(bytes, at) : 1;
    if (size === 0) return -1;
    at += size;
  }
  return -1;
}

/** Bytes of the escape at a backslash; 0: no JSON has it. */
function escapeLength(bytes: Buffer, at: number): number {
  const kind = bytes[at + 1];
  if (kind !== UNICODE) return kind !== undefined && SHORT_ESCAPES.includes(kind) ? 2 : 0;
  for (let digit = at + 2; digit < at + UNICODE_LENGTH; digit += 1)
    if (!HEX_DIGITS.includes(bytes[digit] ?? 0)) return 0;
  return UNICODE_LENGTH;
}

/**
 * False when one of four bytes is a quote, a backslash or a control character; may be false for other bytes behind one.
 * Four at once: most bytes of an answer are in texts. A byte is below n exactly if subtracting n borrows from its highest
 * bit, which it did not have. Source: S. E. Anderson, Bit Twiddling Hacks, "Determine if a word has a byte less than n".
 */
function isPlain(word: number): boolean {
  const quote = word ^ QUOTES;
  const backslash = word ^ BACKSLASHES;
  const hits =
    ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((word - FIRST_PRINTABLES) & ~word);
  return (hits & HIGHEST_BITS) === 0;
}

/** Also true for a text with a backslash, which may be any name. */
const isErrorMember = (bytes: Buffer, from: number, to: number): boolean =>
  ERROR_MEMBERS.some((name) => to - from === name.length && name.equals(bytes.subarray(from, to))) ||
  bytes.subarray(from, to).includes(BACKSLASH);
