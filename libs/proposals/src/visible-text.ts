/**
 * Characters that change how a text is shown without being seen: control and format characters (text direction, zero
 * width, tags), line separators, variation selectors, blanks other than the space, letters without a glyph, surrogates
 * without a partner, and code points without a character.
 */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?! )\p{Zs}/gu;

/**
 * A text for people and models: what it says is what is shown. Unseen characters become `\u202e`, those beyond four hex
 * digits `\u{e0001}`; everything else stays as it is.
 */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  });
}
