import { approvalCode, questionHash } from './call-hash';

describe('the code of an approval', () => {
  it.each([
    ['for one more reason', 'a', ['amount', 'hours']],
    ['for another reason', 'a', ['hours']],
    ['for a worse price', 'a', ['price 200']],
    ['for another call', 'b', ['amount']],
    ['with reasons in one text', 'a', ['amount","hours']],
  ])('a question %s has another code', (_, call, covers) => {
    const code = approvalCode(questionHash('a', ['amount']));
    expect(code).toMatch(/^[0-9a-f]{16}$/);
    expect(approvalCode(questionHash(call, covers))).not.toBe(code);
  });
});
