import { type Statement, verdictOf } from './verdict';

const isSame = (one: string, other: string): boolean => one === other;
const judge = (...statements: readonly (readonly [string, string | undefined])[]) =>
  verdictOf(
    statements.map(([said, head], index): Statement<string> => ({ node: `n${index + 1}`, head, said })),
    isSame,
  );

describe('verdictOf', () => {
  it('verdictOf believes two nodes that say the same, at whatever heads', () => {
    expect(judge(['x', '10'], ['x', '11'])).toMatchObject({ kind: 'agreed', said: 'x', agreeing: 2 });
  });

  it('verdictOf believes two of three and names the third at their head', () => {
    expect(judge(['y', '10'], ['x', '10'], ['x', '10'])).toMatchObject({
      ...{ kind: 'agreed', said: 'x', agreeing: 2 },
      outvoted: [{ node: 'n1' }],
    });
  });

  it.each([
    ['at another head', '11', '10', '10'],
    ['at an unknown head', undefined, '10', '10'],
    ['at the head of one of them only', '10', '10', '11'],
  ])('verdictOf accuses no third node %s', (_, ...[first, second, third]) => {
    expect(judge(['y', first], ['x', second], ['x', third])).toMatchObject({ said: 'x', outvoted: [] });
  });

  it('verdictOf accuses no node whose statement may be true as well', () => {
    const statements = ['xx', 'xx', 'x'].map((said, index) => ({ node: `n${index + 1}`, head: '10', said }));
    const isBeginning = (one: string, other: string): boolean => one.startsWith(other);
    expect(verdictOf(statements, isSame)).toMatchObject({ said: 'xx', outvoted: [{ node: 'n3' }] });
    expect(verdictOf(statements, isSame, isBeginning)).toMatchObject({ said: 'xx', outvoted: [] });
  });

  it('verdictOf sees a disagreement of nodes at one head without a majority', () => {
    expect(judge(['x', '10'], ['y', '10'])).toEqual({ kind: 'disagreed', head: '10' });
    expect(judge(['x', '10'], ['y', '10'], ['z', '10'])).toEqual({ kind: 'disagreed', head: '10' });
  });

  it.each([
    ['nodes at different heads', ['x', '10'], ['y', '11']],
    ['nodes at unknown heads', ['x', undefined], ['y', undefined]],
  ] as const)('verdictOf leaves a difference of %s open', (_, one, other) => {
    expect(judge(one, other)).toEqual({ kind: 'open' });
  });

  it('verdictOf believes no single node', () => {
    expect(judge(['x', '10'])).toEqual({ kind: 'open' });
    expect(judge()).toEqual({ kind: 'open' });
  });
});
