import { ToolError } from '../../../../../libs/client/src/tool-error';
import { afterFailure, isPushed, type Sent } from './sent';

const failed = (code: string) => new ToolError('failed', 429, code, undefined);

describe('a push of the console that failed', () => {
  it.each<[string, Sent, unknown, number, Sent, boolean]>([
    [
      'that the gateway refused for its limits sent nothing',
      'first',
      failed('rate_limited'),
      1,
      'first',
      true,
    ],
    ['says nothing new of bytes that may be sent', 'pushing', failed('rate_limited'), 1, 'pushing', true],
    ['without an answer may have sent the bytes', 'first', failed('no_answer'), 1, 'pushing', true],
    ['for another reason may have sent the bytes', 'first', new Error('other'), 1, 'pushing', true],
    ['that was the first, and refused, sent nothing', 'first', failed('contract_refused'), 1, 'no', false],
    [
      'behind one without an answer is looked up',
      'pushing',
      failed('contract_refused'),
      2,
      'followed',
      false,
    ],
    ['for the limits as often as is tried sent nothing', 'first', failed('rate_limited'), 12, 'no', false],
    [
      'without an answer as often as is tried is looked up',
      'pushing',
      failed('no_answer'),
      12,
      'followed',
      false,
    ],
  ])('a push %s', (_, before, reason, unanswered, sent, isFollowed) => {
    expect(afterFailure(before, reason, unanswered)).toEqual({ sent, isFollowed });
  });

  it('the signatures stay while a push is refused for the limits', () => {
    expect((['no', 'first', 'pushing', 'followed'] as const).map(isPushed)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
