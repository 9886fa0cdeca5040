import fc from 'fast-check';
import { unicodeText } from '../../antelope/testing/unicode-text';
import { visibleText } from './visible-text';

/** Named by the Unicode standard as changing direction, or as having no width. */
const UNSEEN = [
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069, 0x200e, 0x200f, 0x061c],
  ...[0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad, 0x034f, 0x180e, 0x3164, 0xfe0f, 0xe0001, 0xe0101],
  ...[0x00, 0x07, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x2028, 0x2029, 0x00a0, 0x3000, 0xd800, 0xdfff],
].map((code) => String.fromCodePoint(code));

describe('visible text', () => {
  it.each(UNSEEN.map((character) => [character.codePointAt(0)!.toString(16), character]))(
    'visible text has an escape for U+%s',
    (hex, character) => {
      const spelled = hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
      expect(visibleText(`a${character}b`)).toBe(`a${spelled}b`);
    },
  );

  it('visible text keeps visible characters', () => {
    const text = 'alice sends 0.1 BTC to bob with the memo "Grüße, 価格 ✓ — ¡olé!".';
    expect(visibleText(text)).toBe(text);
  });

  it('visible text contains no invisible character for any text, and is stable', () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...UNSEEN), unicodeText()));
    fc.assert(
      fc.property(texts, (parts) => {
        const shown = visibleText(parts.join(''));
        expect(UNSEEN.filter((character) => [...shown].includes(character))).toEqual([]);
        expect(visibleText(shown)).toBe(shown);
      }),
    );
  });
});
