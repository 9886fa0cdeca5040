import { isExactNumber } from './exact-number';

/** Values (members, elements and the whole) in the request of a tool at most. No tool takes more than a few dozen. */
export const MAX_JSON_VALUES = 500;

/** Reasons to refuse a text before it is parsed. */
export type JsonProblem =
  | { readonly kind: 'fault'; readonly offset: number }
  | { readonly kind: 'duplicate'; readonly path: string }
  | { readonly kind: 'inexact'; readonly path: string; readonly number: string }
  | { readonly kind: 'too many values' };

/** Bounds of a text besides those of JSON. */
export interface JsonRules {
  /** MAX_JSON_VALUES where it is left out. */
  readonly maxValues?: number;
  /** Whether the number of this path (names of members, joined by dots) must be exact as a double; none has to otherwise. */
  readonly mustBeExact?: (path: string) => boolean;
}

/** An object or a list whose end has not been read. */
interface Open {
  /** Names of the members so far; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** Name of the member being read. */
  name: string;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** So many runs and escapes at a time: matching remembers a way back for each of them. */
const STRING_PART = /(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})){1,4096}/y;

/**
 * Reads a JSON text in one pass before `JSON.parse` does: finds the first fault, the first member that
 * an object has twice (escapes resolved: "\u0061" is "a"), the first number that a double cannot hold as it is written,
 * or more than `maxValues` values. `JSON.parse` keeps the last of two equal members and the nearest double without a word,
 * names the position of some faults only, and its time per value is what makes a large body expensive. Stops at the first
 * problem.
 */
export function jsonProblem(
  text: string,
  { maxValues = MAX_JSON_VALUES, mustBeExact = () => false }: JsonRules = {},
): JsonProblem | undefined {
  const open: Open[] = [];
  let values = 0;
  let at = skipSpace(text, 0);

  for (;;) {
    values += 1;
    if (values > maxValues) return { kind: 'too many values' };
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_LIST) {
      const names = code === OPEN_OBJECT ? new Set<string>() : undefined;
      open.push({ names, name: '' });
      at = skipSpace(text, at + 1);
      const isEmpty = text.charCodeAt(at) === (names === undefined ? CLOSE_LIST : CLOSE_OBJECT);
      if (!isEmpty) {
        const next = beforeValue(text, at, open);
        if (typeof next !== 'number') return next;
        at = next;
        continue;
      }
    } else {
      const end = code === QUOTE ? stringEnd(text, at) : scalarEnd(text, at);
      if (end < 0) return { kind: 'fault', offset: ~end };
      if (isInexact(code, text, at, end) && mustBeExact(pathOf(open)))
        return { kind: 'inexact', path: pathOf(open), number: text.slice(at, end) };
      at = skipSpace(text, end);
    }

    // After a value, or at the end of an empty object or list: close what ends here.
    let innermost = open.at(-1);
    while (innermost !== undefined && text.charCodeAt(at) === closing(innermost)) {
      open.pop();
      at = skipSpace(text, at + 1);
      innermost = open.at(-1);
    }
    if (innermost === undefined) return at === text.length ? undefined : { kind: 'fault', offset: at };
    if (text.charCodeAt(at) !== COMMA) return { kind: 'fault', offset: at };
    const next = beforeValue(text, skipSpace(text, at + 1), open);
    if (typeof next !== 'number') return next;
    at = next;
  }
}

/**
 * Where a text stops being JSON, in words for the person who sent it; undefined when it is JSON.
 * @param offset of the fault
 */
export function faultInWords(text: string, offset: number): string {
  if (offset >= text.length) return `it ends too early, at position ${text.length}`;
  let line = 1;
  let lineStart = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', end + 1)) {
    line += 1;
    lineStart = end + 1;
  }
  const found = JSON.stringify(String.fromCodePoint(text.codePointAt(offset) ?? 0));
  return `unexpected ${found} at position ${offset} (line ${line} column ${offset - lineStart + 1})`;
}

const closing = ({ names }: Open): number => (names === undefined ? CLOSE_LIST : CLOSE_OBJECT);

/** The offset of the next value: in an object its name and the colon are read first. */
function beforeValue(text: string, at: number, open: readonly Open[]): number | JsonProblem {
  const object = open.at(-1);
  if (object?.names === undefined) return at;
  const end = text.charCodeAt(at) === QUOTE ? stringEnd(text, at) : ~at;
  if (end < 0) return { kind: 'fault', offset: ~end };
  object.name = nameIn(text, at, end);
  if (object.names.has(object.name)) return { kind: 'duplicate', path: pathOf(open) };
  object.names.add(object.name);
  const colon = skipSpace(text, end);
  if (text.charCodeAt(colon) !== COLON) return { kind: 'fault', offset: colon };
  return skipSpace(text, colon + 1);
}

function nameIn(text: string, start: number, end: number): string {
  const name = text.slice(start + 1, end - 1);
  return name.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : name;
}

function pathOf(open: readonly Open[]): string {
  return open
    .filter(({ names }) => names !== undefined)
    .map(({ name }) => name)
    .join('.');
}

/** The offset after a string; the complement of the fault's offset when it is broken. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    STRING_PART.lastIndex = at;
    if (!STRING_PART.test(text)) break;
    at = STRING_PART.lastIndex;
  }
  return text.charCodeAt(at) === QUOTE ? at + 1 : ~at;
}

/** A value that begins with a digit or a minus and is no exact number. */
function isInexact(firstCode: number, text: string, start: number, end: number): boolean {
  const isNumber = firstCode === MINUS || (firstCode >= ZERO && firstCode <= NINE);
  return isNumber && !isExactNumber(text.slice(start, end));
}

/** The offset after a number, true, false or null; the complement of `start` when there is none. */
function scalarEnd(text: string, start: number): number {
  SCALAR.lastIndex = start;
  return SCALAR.test(text) ? SCALAR.lastIndex : ~start;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}
