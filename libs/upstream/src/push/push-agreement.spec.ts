import type { PushFacts } from './push-facts';
import { isAgreed } from './push-policy';
import { executed, duplicate, unacknowledged, late, definitive, found, facts } from './testing/push-facts-of';
import { notReached } from './testing/push-world';

describe('isAgreed of a push', () => {
  const both = { following: new Set(['a', 'b']) };
  it.each<[string, PushFacts, boolean]>([
    ['one that executed it', facts({ a: unacknowledged, b: executed }, both), true],
    ['one that executed it beside one that has it', facts({ a: duplicate, b: executed }, both), true],
    ['two that have it', facts({ a: duplicate, b: duplicate, c: unacknowledged }, both), true],
    [
      'the only one that follows the chain',
      facts({ a: duplicate, b: notReached }, { following: new Set(['a']) }),
      true,
    ],
    ['one that has it, where none follows the chain', facts({ a: duplicate }), false],
    ['one of two that has it', facts({ a: duplicate }, both), false],
    ['one of two that has it beside a late one', facts({ a: late, b: duplicate }, both), false],
    ['one that executed what another one refused', facts({ a: definitive, b: executed }, both), false],
    [
      'two that have what another one refused',
      facts({ a: duplicate, b: duplicate, c: definitive }, both),
      false,
    ],
    ['none of the nodes, of which none follows the chain', facts({ a: unacknowledged }), false],
    [
      'one of two that has it beside one that left pushes unanswered',
      facts({ a: duplicate }, { ...both, silent: new Set(['b']) }),
      false,
    ],
    ['a look-up beside a lost answer', facts({ a: unacknowledged }, { ...both, lookups: [found] }), false],
  ])('an execution by the word of %s is agreed or not', (_, known, expected) => {
    expect(isAgreed(known)).toBe(expected);
  });
});
