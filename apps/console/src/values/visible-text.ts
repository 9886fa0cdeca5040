import { UNSEEN_CHARACTERS } from '../../../../libs/antelope/src/values/unseen-characters';

/** A text of the chain as it may be shown: each invisible character as `\u{...}`. */
export const visibleText = (text: string): string =>
  text.replace(UNSEEN_CHARACTERS, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
