// Not by the index of the lib, which would add a third to the program.
import { UNSEEN_CHARACTERS } from '../../../libs/antelope/src/values/unseen-characters';

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/**
 * JSON, or lines of text, in which characters that people do not see are escapes: they could move the cursor of a terminal,
 * or hide text for a model. The line feeds stay: JSON has its own as escapes.
 */
export function visibleJson(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.replace(UNSEEN_CHARACTERS, (character) =>
    character === '\n' ? character : escaped(character),
  );
}

/** One line of text: a line feed in it is an escape too, as it could begin a line that says something else. */
export const visibleLine = (text: string): string => text.replace(UNSEEN_CHARACTERS, escaped);

const PLAIN = /^[\w./:@-]+$/;

/** A name or an address as a part of a line: in quotes where it could be taken for more than one, or for an escape. */
export const quoted = (text: string): string => (PLAIN.test(text) ? text : JSON.stringify(text));

/** Writes a line to standard error. */
export function report(text: string): void {
  process.stderr.write(`${visibleLine(text)}\n`);
}
