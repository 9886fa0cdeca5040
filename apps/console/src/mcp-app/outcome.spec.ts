import fc from 'fast-check';
import { outcomeOf } from './outcome';

const PROPOSAL = { simulation: { status: 'ok' }, transaction: { transaction_id: 'ab' } };

describe('the outcome of a tool call', () => {
  it('a proposal is read from the structured content, or from the text where there is none', () => {
    const expected = { kind: 'proposal', answer: PROPOSAL };
    expect(outcomeOf({ structuredContent: PROPOSAL, content: [] })).toEqual(expected);
    expect(outcomeOf({ content: [{ type: 'text', text: JSON.stringify(PROPOSAL) }] })).toEqual(expected);
  });

  it('a failed call is no proposal, whatever its content says', () => {
    const result = {
      isError: true,
      structuredContent: PROPOSAL,
      content: [{ type: 'text', text: 'refused' }],
    };
    expect(outcomeOf(result)).toEqual({
      ...{ kind: 'message', title: 'Refused: there is no proposal', text: 'refused' },
    });
  });

  it('any other result is a message, and none throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (structuredContent, content) => {
        const results = [content, { content }, { structuredContent, content }, { content: [{ text: '{' }] }];
        for (const result of results)
          expect(outcomeOf(result)).toMatchObject({ kind: 'message', text: expect.any(String) as string });
      }),
    );
  });
});
