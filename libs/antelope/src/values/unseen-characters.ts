/**
 * Characters that change how a text is shown without being seen: control and format characters (terminal sequences, text
 * direction, zero width, tags), line separators, variation selectors, blanks other than the space, letters without a glyph,
 * surrogates without a partner, and code points without a character. For `replace`: it is global.
 */
export const UNSEEN_CHARACTERS =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?! )\p{Zs}/gu;
