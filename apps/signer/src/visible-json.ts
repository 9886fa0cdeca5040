/** Characters that people do not see: formats, private use, unassigned. A memo may hide text for a model in them. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;

/** JSON in which invisible characters are written as escapes. */
export function visibleJson(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.replace(INVISIBLE, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
