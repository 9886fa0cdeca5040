import fc from 'fast-check';
import { unicodeText } from '../../../antelope/testing/unicode-text';
import { NodeAnswerError } from './errors';
import { shortened } from './shortened';

describe('a text of someone else', () => {
  it('a text of someone else is left as it is when it is short enough', () => {
    expect(shortened('12345', 5)).toBe('12345');
  });

  it('a text of someone else is cut to its bound', () => {
    expect(shortened('123456', 5)).toBe('12...');
  });

  it('a text of someone else stays well-formed and within its bound when it is cut', () => {
    fc.assert(
      fc.property(unicodeText(), fc.integer({ min: 3, max: 40 }), (text, max) => {
        const cut = shortened(text, max);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(text.startsWith(cut === text ? cut : cut.slice(0, -3))).toBe(true);
      }),
    );
  });

  it('a text of someone else is the reason of a refusal, with 500 characters at most', () => {
    const error = new NodeAnswerError(500, 3_050_003, '', 'x'.repeat(100_000));
    expect(error.reason).toBe(`${'x'.repeat(497)}...`);
    expect(error.message).toBe(error.reason);
  });
});
