const ELLIPSIS = '...';

/**
 * A text of someone else, at most `maxCharacters` (UTF-16 units) long: a longer one is cut, never
 * within a character, and ends in an ellipsis.
 */
export function shortened(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return text.slice(0, maxCharacters - ELLIPSIS.length).replace(/[\uD800-\uDBFF]$/, '') + ELLIPSIS;
}
