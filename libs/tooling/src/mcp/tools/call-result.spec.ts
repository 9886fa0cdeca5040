import fc from 'fast-check';
import { unicodeText } from '../../../../antelope/testing/unicode-text';
import { AnswerText, type MeasuredText } from '../../json/answer-text';
import { callReply } from './call-result';

const parsed = (body: unknown): unknown =>
  JSON.parse((body as readonly MeasuredText[]).map(({ text }) => text).join('')) as unknown;
const id = fc.oneof(unicodeText(), fc.integer());

describe('the reply to a tool call', () => {
  it('the reply carries the answer structured and as text, for any answer and id', () => {
    fc.assert(
      fc.property(id, fc.dictionary(unicodeText(), fc.jsonValue()), (requestId, answer) => {
        const json = JSON.stringify(answer);
        const outcome = {
          isError: false as const,
          answer: new AnswerText(answer),
          headers: { 'RateLimit-Limit': '1' },
          meta: {},
        };
        const reply = callReply(requestId, outcome, { resultType: 'complete' });
        expect(reply).toMatchObject({ status: 200, headers: { 'RateLimit-Limit': '1' } });
        expect(parsed(reply.body)).toEqual({
          ...{ jsonrpc: '2.0', id: requestId },
          result: {
            content: [{ type: 'text', text: json }],
            structuredContent: JSON.parse(json) as unknown,
            resultType: 'complete',
          },
        });
      }),
    );
  });

  it('the reply carries the message of a failed call as text, its code beside other metadata, and nothing structured', () => {
    fc.assert(
      fc.property(id, unicodeText(), (requestId, message) => {
        const outcome = { isError: true as const, message, code: 'not_found', headers: {}, meta: {} };
        const reply = callReply(requestId, outcome, { _meta: { server: 'x' } });
        expect(parsed(reply.body)).toEqual({
          ...{ jsonrpc: '2.0', id: requestId },
          result: {
            ...{ content: [{ type: 'text', text: message }], isError: true },
            _meta: { server: 'x', code: 'not_found' },
          },
        });
      }),
    );
  });
});
