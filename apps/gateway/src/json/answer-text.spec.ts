import fc from 'fast-check';
import { unicodeText } from '../../../../libs/antelope/testing/unicode-text';
import { answerText, keepText, measured, quotedText } from './answer-text';

/** An answer that counts how often its JSON is made. */
function countingAnswer() {
  let made = 0;
  return {
    toJSON: () => ({ made: (made += 1) }),
  };
}

describe('the text of an answer', () => {
  it('the text is the JSON of the answer, quoted and not, each with its size in bytes', () => {
    fc.assert(
      fc.property(fc.dictionary(unicodeText(), fc.jsonValue()), (answer) => {
        const json = JSON.stringify(answer);
        const text = answerText(answer);
        expect(text.json).toEqual({ text: json, bytes: Buffer.from(json).length });
        const quoted = JSON.stringify(json);
        expect(text.quoted).toEqual({ text: quoted, bytes: Buffer.from(quoted).length });
      }),
    );
  });

  it('quotedText quotes any text, lone surrogates included, with its size', () => {
    fc.assert(
      fc.property(fc.oneof(unicodeText(), fc.constantFrom('\ud800', 'ascii "\n"')), (text) => {
        const quoted = JSON.stringify(text);
        expect(quotedText(measured(text))).toEqual({ text: quoted, bytes: Buffer.from(quoted).length });
      }),
    );
  });

  it('the text is made once for an answer that keeps it, and each time for any other', () => {
    const kept = keepText(countingAnswer());
    const texts = [answerText(kept), answerText(kept), answerText(keepText(kept))];
    expect(texts.map(({ json }) => json.text)).toEqual(['{"made":1}', '{"made":1}', '{"made":1}']);
    const other = countingAnswer();
    expect([answerText(other).json.text, answerText(other).json.text]).toEqual(['{"made":1}', '{"made":2}']);
  });
});
