import fc from 'fast-check';
import { unicodeText } from '../../../antelope/testing/unicode-text';
import { AnswerText, measured, quotedText } from './answer-text';

describe('the text of an answer', () => {
  it('the text is the JSON of the answer, quoted and not, each with its size in bytes', () => {
    fc.assert(
      fc.property(fc.dictionary(unicodeText(), fc.jsonValue()), (answer) => {
        const json = JSON.stringify(answer);
        const text = new AnswerText(answer);
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
});
