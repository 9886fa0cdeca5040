import type { Json } from '@app/antelope';

/** A body that nodeos cannot read. */
export class NodeJsonError extends Error {}

/** A value inside a hundred others is one too deep. */
const MAX_DEPTH = 100;
const UINT64_MAX = (1n << 64n) - 1n;
const INT64_MIN = -(1n << 63n);
/** Of so few digits every integer is exact as a number. */
const FEW_DIGITS = 15;
/** More digits than any 64-bit integer has. */
const TOO_MANY_DIGITS = 21;

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
]);
/** Ends the text, as the end itself does, within a string. */
const END_OF_TRANSMISSION = '\u0004';

/** Codes of the characters that say what follows. */
const CODE = {
  endOfTransmission: 0x04,
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  dot: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** The characters of `null`, `true` and `false`. */
const KEYWORD = /[nultrefas]*/y;
/** Characters that continue a word without quotes. */
const WORD = /[A-Za-z0-9_\-.:/]*/y;
const DIGITS_AND_DOTS = /-?[0-9.]*/y;
const KEYWORDS: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/**
 * Reads a request body as nodeos reads it: a superset of JSON with exceptions. Of members with one name the first counts, `\uXXXX`
 * loses its backslash, numbers with an exponent are texts, commas are white space, and what follows the value is not
 * looked at. Integers beyond 2^53 are decimal strings, which every parameter reader accepts. Source: fc::json,
 * legacy_parser.
 * @throws NodeJsonError
 */
export function parseNodeJson(text: string): Json {
  return new NodeJsonReader(text).value(MAX_DEPTH);
}

/** Compares character codes, for speed: a body of 2 MiB holds a million values and blocks the event loop. */
class NodeJsonReader {
  #at = 0;
  /** Where the next ones are, from the last string on that was looked at. */
  #backslash = -1;
  #endOfTransmission = -1;

  constructor(private readonly text: string) {}

  value(depthLeft: number): Json {
    if (depthLeft === 0) throw new NodeJsonError('Too many nested items in JSON input!');
    this.#skipWhiteSpace();
    switch (this.#peek()) {
      case CODE.quote:
        return this.#string();
      case CODE.openBrace:
        return this.#object(depthLeft - 1);
      case CODE.openBracket:
        return this.#array(depthLeft - 1);
      default:
        return this.#scalar();
    }
  }

  #scalar(): Json {
    const next = this.#peek();
    if (isDigit(next) || next === CODE.minus || next === CODE.dot) return this.#number();
    if (/^[ntf]$/.test(this.text.charAt(this.#at))) return this.#keyword();
    throw this.#unexpected();
  }

  #object(depthLeft: number): Json {
    // Without a prototype, so that every name is one like any other.
    const members = Object.create(null) as Record<string, Json>;
    this.#at++;
    while (this.#peek() !== CODE.closeBrace) {
      if (this.#skipSeparators()) continue;
      const name = this.#string();
      this.#skipWhiteSpace();
      if (this.#peek() !== CODE.colon) throw new NodeJsonError(`Expected ':' after key "${name}"`);
      this.#at++;
      const value = this.value(depthLeft);
      if (!(name in members)) members[name] = value;
    }
    this.#at++;
    return members;
  }

  #array(depthLeft: number): Json {
    const items: Json[] = [];
    this.#at++;
    while (this.#peek() !== CODE.closeBracket) if (!this.#skipSeparators()) items.push(this.value(depthLeft));
    this.#at++;
    return items;
  }

  #string(): string {
    if (this.#peek() !== CODE.quote) throw this.#unexpected();
    const from = this.#at + 1;
    const end = this.text.indexOf('"', from);
    if (this.#backslash < from) this.#backslash = this.#next('\\', from);
    this.#at = from;
    if (this.#backslash < end) return this.#escapedRest();
    if (this.#endOfTransmission < from) this.#endOfTransmission = this.#next(END_OF_TRANSMISSION, from);
    if (end < 0 || this.#endOfTransmission < end) throw endInString();
    this.#at = end + 1;
    return this.text.slice(from, end);
  }

  /** A string with a backslash. */
  #escapedRest(): string {
    const parts: string[] = [];
    let from = this.#at;
    for (;;) {
      const next = this.#peek();
      if (next === CODE.quote) break;
      if (Number.isNaN(next) || next === CODE.endOfTransmission) throw endInString();
      if (next === CODE.backslash) {
        const escaped = this.text.charAt(this.#at + 1);
        parts.push(this.text.slice(from, this.#at), ESCAPES.get(escaped) ?? escaped);
        from = this.#at + 2;
        this.#at++;
      }
      this.#at++;
    }
    parts.push(this.text.slice(from, this.#at++));
    return parts.join('');
  }

  #number(): Json {
    const from = this.#at;
    while (isDigit(this.#peek()) && this.#at - from < FEW_DIGITS) this.#at++;
    if (this.#at > from && endsNumber(this.#peek())) return Number(this.text.slice(from, this.#at));
    this.#at = from;
    return this.#anyNumber();
  }

  #anyNumber(): Json {
    const digits = this.#take(DIGITS_AND_DOTS);
    if (/^[A-Za-z]$/.test(this.text.charAt(this.#at))) return digits + this.#take(WORD);
    const dots = digits.split('.').length - 1;
    if (dots > 1 || !/\d/.test(digits)) throw new NodeJsonError(`Can't parse token "${digits}" as a number`);
    return dots === 1 ? Number(digits) : integer(digits);
  }

  #keyword(): Json {
    const word = this.#take(KEYWORD);
    const value = KEYWORDS.get(word);
    return value === undefined ? word + this.#take(WORD) : value;
  }

  /** Skips a comma or white space; says whether there was any. */
  #skipSeparators(): boolean {
    const from = this.#at;
    if (this.#peek() === CODE.comma) this.#at++;
    else this.#skipWhiteSpace();
    return this.#at > from;
  }

  #skipWhiteSpace(): void {
    for (;;) {
      const next = this.#peek();
      if (next !== CODE.space && next !== CODE.lineFeed && next !== CODE.tab && next !== CODE.carriageReturn)
        return;
      this.#at++;
    }
  }

  /** Where a character is next; infinity when nowhere. */
  #next(character: string, from: number): number {
    const found = this.text.indexOf(character, from);
    return found < 0 ? Infinity : found;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [taken = ''] = pattern.exec(this.text) ?? [];
    this.#at += taken.length;
    return taken;
  }

  /** The code of the next character, NaN at the end. */
  #peek(): number {
    return this.text.charCodeAt(this.#at);
  }

  #unexpected(): NodeJsonError {
    const next = this.text.charAt(this.#at);
    return new NodeJsonError(next === '' ? 'unexpected end of file' : `Unexpected char '${next}'`);
  }
}

function endInString(): NodeJsonError {
  return new NodeJsonError("EOF before closing '\"' in string");
}

function isDigit(code: number): boolean {
  return code >= CODE.zero && code <= CODE.nine;
}

/** The characters after which digits are surely a whole number; after any other, a closer look is taken. */
function endsNumber(code: number): boolean {
  return (
    code === CODE.comma ||
    code === CODE.closeBrace ||
    code === CODE.closeBracket ||
    code === CODE.space ||
    Number.isNaN(code)
  );
}

function integer(digits: string): number | string {
  const [, sign = '', significant = ''] = /^(-?)0*(\d*)$/.exec(digits) ?? [];
  const value = significant.length < TOO_MANY_DIGITS ? BigInt(`${sign}${significant || '0'}`) : undefined;
  if (value === undefined || value > UINT64_MAX || value < INT64_MIN)
    throw new NodeJsonError("Couldn't parse uint64_t");
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
