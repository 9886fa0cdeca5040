/**
 * Control characters, marks that turn the direction of text, and characters without a shape: they could make a text look
 * like another one. Line breaks are among them.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;

/** A text of the chain as it may be shown: each invisible character as `\u{...}`. */
export const visibleText = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
