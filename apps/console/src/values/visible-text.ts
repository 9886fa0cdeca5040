/**
 * Control characters, marks that turn the direction of text, characters without a shape, variation selectors, and blanks
 * other than the space: they could make a text look like another one. Line breaks are among them. As the gateway's.
 */
const INVISIBLE =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]|(?! )\p{Zs}/gu;

/** A text of the chain as it may be shown: each invisible character as `\u{...}`. */
export const visibleText = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
