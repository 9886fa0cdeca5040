import { UNSEEN_CHARACTERS } from '@app/antelope';

/**
 * A text for people and models: what it says is what is shown. Unseen characters become `\u202e`, those beyond four hex
 * digits `\u{e0001}`; everything else stays as it is.
 */
export function visibleText(text: string): string {
  return text.replace(UNSEEN_CHARACTERS, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16);
    return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
  });
}
