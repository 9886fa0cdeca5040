import { AgreedAnswers } from './agreed-answers';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('answers of nodes to one request', () => {
  let agreed: AgreedAnswers;
  const says = (node: string, text: string, key = 'block 5'): boolean =>
    agreed.isConfirmed(key, { address: node, bytes: bytes(text) });
  beforeEach(() => (agreed = new AgreedAnswers()));

  it('an answer is confirmed by the same bytes of another node, and by none of the same one', () => {
    expect([says('one', 'x'), says('one', 'x'), says('other', 'x')]).toEqual([false, false, true]);
  });

  it('an answer is not confirmed by other bytes, or by the answer to another request', () => {
    expect([says('one', 'x'), says('other', 'y'), says('third', 'x', 'block 6')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('two of three that agree confirm an answer, also when the first one lies', () => {
    expect([says('liar', 'y'), says('one', 'x'), says('other', 'x')]).toEqual([false, false, true]);
  });

  it('the nodes that answered are named until all were asked, and no more after three turns without effect', () => {
    says('one', 'x');
    says('other', 'y');
    expect(agreed.nodesOf('block 5')).toEqual(['one', 'other']);
    says('one', 'x');
    expect(agreed.nodesOf('block 5')).toEqual(['one']);
    for (let turn = 0; turn < 2; turn += 1) says('one', 'x');
    expect(agreed.nodesOf('block 5')).toEqual([]);
    expect(says('other', 'x')).toBe(true);
  });

  it('a node that gave other bytes is named once in each turn, of three', () => {
    const differing = (node: string, text: string) =>
      agreed.differing('block 5', { address: node, bytes: bytes(text) });
    expect(differing('one', 'x')).toBeUndefined();
    says('one', 'x');
    expect([differing('one', 'y'), differing('other', 'x')]).toEqual([undefined, undefined]);
    expect([differing('other', 'y'), differing('other', 'y')]).toEqual(['one', undefined]);
    says('other', 'y');
    expect(differing('third', 'z')).toBeUndefined();
    for (let turn = 0; turn < 3; turn += 1) {
      says('one', 'x');
      expect(differing('other', 'y')).toBe(turn < 2 ? 'one' : undefined);
    }
  });

  it('an answer of no node confirms nothing', () => {
    says('one', 'x');
    expect(agreed.isConfirmed('block 5', { bytes: bytes('x') })).toBe(false);
  });

  it('an answer is not confirmed by what a node said before it said something else', () => {
    says('one', 'y');
    says('one', 'x');
    expect(says('other', 'y')).toBe(false);
  });
});
