const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;

/** Meanings of a byte outside of texts; 0: no JSON has it there. */
const INNER = 1;
const OPENS = 2;
const CLOSES = 3;
const TEXT = 4;

const MEANING = new Uint8Array(256);
for (const character of '0123456789+-.eEtrufalsn:, \t\r\n') MEANING[character.charCodeAt(0)] = INNER;
for (const character of '{[') MEANING[character.charCodeAt(0)] = OPENS;
for (const character of '}]') MEANING[character.charCodeAt(0)] = CLOSES;
MEANING[QUOTE] = TEXT;

const BYTES_PER_WORD = 4;
/** The same byte four times, and the highest bit of each of four bytes. */
const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;
const FIRST_PRINTABLES = 0x20202020;
const ONES = 0x01010101;
const HIGHEST_BITS = 0x80808080;

/** Members of the errors that nodes answer: see refusalOf. */
const ERROR_MEMBERS = ['code', 'statusCode'].map((name) => Buffer.from(name));

/**
 * Whether a node's body is JSON from its first to its last bracket, and no error. False says nothing: JSON.parse has to
 * decide. True for no object or list that lost its end, and for none with anything behind it. Brackets are counted
 * outside of texts, and the values between them are not read: a third of the time of JSON.parse, without garbage.
 */
export function isWholeAnswer(bytes: Buffer): boolean {
  const { length } = bytes;
  const words = wordsOf(bytes);
  let depth = 0;
  let at = 0;
  while (at < length) {
    const meaning = MEANING[bytes[at] as number];
    at += 1;
    if (meaning === INNER) continue;
    if (meaning === TEXT) {
      const from = at;
      at = endOfText(bytes, words, from);
      if (at < 0 || (depth === 1 && isErrorMember(bytes, from, at))) return false;
      at += 1;
    } else if (meaning === OPENS) depth += 1;
    else if (meaning !== CLOSES) return false;
    else if ((depth -= 1) === 0) return at === length;
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
    at += byte === BACKSLASH ? 2 : 1;
  }
  return -1;
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
