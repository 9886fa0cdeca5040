import fc from 'fast-check';
import { visibleText } from './visible-text';

describe('texts of the chain', () => {
  it.each([
    ['hello', 'hello'],
    ['a\u202Eb', 'a\\u{202e}b'],
    ['a\u200Bb', 'a\\u{200b}b'],
    ['a\nb\u0000', 'a\\u{a}b\\u{0}'],
    ['<b>&amp;', '<b>&amp;'],
    ['żółć 🎉', 'żółć 🎉'],
  ])('the text %j is shown as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('a shown text has no invisible character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(text)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
