import { holdsPrivateKey } from './private-key-text';

const SHOWN_CHARACTERS = 60;

/** `text` as a JSON string, cut so that a hostile value cannot fill an answer or a log; a private key is not shown. */
export function quoted(text: string): string {
  if (holdsPrivateKey(text)) return '"(a private key)"';
  const characters = Array.from(text.slice(0, 2 * SHOWN_CHARACTERS));
  const shown = characters.slice(0, SHOWN_CHARACTERS).join('');
  return JSON.stringify(shown.length < text.length ? `${shown}...` : text);
}

/** At most `maxCharacters` of a text that a client wrote, for a sentence that quotes it without marks. */
export function truncated(text: string, maxCharacters = 200): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

/** Describes a JSON value for the end of a sentence: `the string "5"`, `an array`, `null`. */
export function described(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  switch (typeof value) {
    case 'string':
      return `the string ${quoted(value)}`;
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'nothing';
    default:
      return 'an object';
  }
}

/** `a, b or c`. */
export function alternatives(values: readonly (string | number)[]): string {
  const words = values.map(String);
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}
