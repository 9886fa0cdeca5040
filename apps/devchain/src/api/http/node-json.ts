/**
 * What a request body is made of once read. Integers beyond 2^53 are decimal strings, which every reader of a
 * parameter takes just as well.
 */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [member: string]: JsonValue };

/** A body that nodeos cannot read. */
export class NodeJsonError extends Error {}

/** A value inside a hundred others is one too deep. */
const MAX_DEPTH = 100;
const UINT64_MAX = (1n << 64n) - 1n;
const INT64_MIN = -(1n << 63n);
/** More digits than any 64-bit integer has. */
const TOO_MANY_DIGITS = 21;

const WHITE_SPACE = new Set([' ', '\t', '\n', '\r']);
/** Ends the text, as the end itself does. */
const END_OF_TRANSMISSION = '\u0004';
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
]);
/** The characters of `null`, `true` and `false`. */
const KEYWORD = /[nultrefas]*/y;
/** What a word without quotes goes on with. */
const WORD = /[A-Za-z0-9_\-.:/]*/y;
const DIGITS_AND_DOTS = /-?[0-9.]*/y;
const KEYWORDS: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/**
 * Reads a request body as nodeos reads it, which is not quite JSON. Of members with one name the first counts, `\uXXXX`
 * loses its backslash, numbers with an exponent are texts, commas are white space, and what follows the value is not
 * looked at. Source: fc::json, legacy_parser.
 * @throws NodeJsonError
 */
export function parseNodeJson(text: string): JsonValue {
  return new NodeJsonReader(text).value(MAX_DEPTH);
}

class NodeJsonReader {
  private at = 0;

  constructor(private readonly text: string) {}

  value(depthLeft: number): JsonValue {
    if (depthLeft === 0) throw new NodeJsonError('Too many nested items in JSON input!');
    this.skipWhiteSpace();
    const next = this.peek();
    if (next === '"') return this.string();
    if (next === '{') return this.object(depthLeft - 1);
    if (next === '[') return this.array(depthLeft - 1);
    if (/[-.0-9]/.test(next)) return this.number();
    if (/[ntf]/.test(next)) return this.keyword();
    throw this.unexpected();
  }

  private object(depthLeft: number): JsonValue {
    // Without a prototype, so that every name is one like any other.
    const members = Object.create(null) as Record<string, JsonValue>;
    this.at++;
    while (this.peek() !== '}') {
      if (this.skipSeparators()) continue;
      const name = this.string();
      this.skipWhiteSpace();
      if (this.peek() !== ':') throw new NodeJsonError(`Expected ':' after key "${name}"`);
      this.at++;
      const value = this.value(depthLeft);
      if (!Object.hasOwn(members, name)) members[name] = value;
    }
    this.at++;
    return members;
  }

  private array(depthLeft: number): JsonValue {
    const items: JsonValue[] = [];
    this.at++;
    while (this.peek() !== ']') if (!this.skipSeparators()) items.push(this.value(depthLeft));
    this.at++;
    return items;
  }

  private string(): string {
    if (this.peek() !== '"') throw this.unexpected();
    let read = '';
    let from = ++this.at;
    for (;;) {
      const next = this.peek();
      if (next === '"') break;
      if (next === '' || next === END_OF_TRANSMISSION)
        throw new NodeJsonError("EOF before closing '\"' in string");
      if (next === '\\') {
        const escaped = this.text.charAt(this.at + 1);
        read += this.text.slice(from, this.at) + (ESCAPES.get(escaped) ?? escaped);
        from = this.at + 2;
        this.at++;
      }
      this.at++;
    }
    read += this.text.slice(from, this.at);
    this.at++;
    return read;
  }

  private number(): JsonValue {
    const digits = this.take(DIGITS_AND_DOTS);
    if (/[A-Za-z]/.test(this.peek())) return digits + this.take(WORD);
    const dots = digits.split('.').length - 1;
    if (dots > 1 || !/\d/.test(digits)) throw new NodeJsonError(`Can't parse token "${digits}" as a number`);
    return dots === 1 ? Number(digits) : integer(digits);
  }

  private keyword(): JsonValue {
    const word = this.take(KEYWORD);
    const value = KEYWORDS.get(word);
    return value === undefined ? word + this.take(WORD) : value;
  }

  /** Skips a comma or white space; says whether there was any. */
  private skipSeparators(): boolean {
    const from = this.at;
    if (this.peek() === ',') this.at++;
    else this.skipWhiteSpace();
    return this.at > from;
  }

  private skipWhiteSpace(): void {
    while (WHITE_SPACE.has(this.peek())) this.at++;
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [taken = ''] = pattern.exec(this.text) ?? [];
    this.at += taken.length;
    return taken;
  }

  /** The next character, '' at the end. */
  private peek(): string {
    return this.text.charAt(this.at);
  }

  private unexpected(): NodeJsonError {
    const next = this.peek();
    return new NodeJsonError(next === '' ? 'unexpected end of file' : `Unexpected char '${next}'`);
  }
}

function integer(digits: string): number | string {
  const [, sign = '', significant = ''] = /^(-?)0*(\d*)$/.exec(digits) ?? [];
  const value = significant.length < TOO_MANY_DIGITS ? BigInt(`${sign}${significant || '0'}`) : undefined;
  if (value === undefined || value > UINT64_MAX || value < INT64_MIN)
    throw new NodeJsonError("Couldn't parse uint64_t");
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
