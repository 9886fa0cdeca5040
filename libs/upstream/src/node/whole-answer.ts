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

/** 1 for a byte within a text that neither ends it nor needs a second look. */
const PLAIN = new Uint8Array(256).fill(1, FIRST_PRINTABLE);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

/** Members of the errors that nodes answer: see refusalOf. */
const ERROR_MEMBERS = ['code', 'statusCode'].map((name) => Buffer.from(name));

/**
 * Whether a node's body is JSON from its first to its last bracket, and no error. False says nothing: JSON.parse has to
 * decide. True for no object or list that lost its end, and for none with anything behind it. Brackets are counted
 * outside of texts, and the values between them are not read: a third of the time of JSON.parse, without garbage.
 */
export function isWholeAnswer(bytes: Buffer): boolean {
  const { length } = bytes;
  let depth = 0;
  let at = 0;
  while (at < length) {
    const meaning = MEANING[bytes[at] as number];
    at += 1;
    if (meaning === INNER) continue;
    if (meaning === TEXT) {
      const from = at;
      at = endOfText(bytes, from);
      if (at < 0 || (depth === 1 && isErrorMember(bytes, from, at))) return false;
      at += 1;
    } else if (meaning === OPENS) depth += 1;
    else if (meaning !== CLOSES) return false;
    else if ((depth -= 1) === 0) return at === length;
  }
  return false;
}

/** Index of the quote that ends a text; -1 where there is none, or a byte that no text has. */
function endOfText(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let at = from;
  for (;;) {
    while (at < length && PLAIN[bytes[at] as number] === 1) at += 1;
    if (at >= length) return -1;
    if (bytes[at] === QUOTE) return at;
    if (bytes[at] !== BACKSLASH) return -1;
    at += 2;
  }
}

/** Also true for a text with a backslash, which may be any name. */
const isErrorMember = (bytes: Buffer, from: number, to: number): boolean =>
  ERROR_MEMBERS.some((name) => to - from === name.length && name.equals(bytes.subarray(from, to))) ||
  bytes.subarray(from, to).includes(BACKSLASH);
