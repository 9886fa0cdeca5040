import type { PushFacts, PushStep } from './push-facts';
import { nextStep } from './push-policy';
import {
  NO_LOCATION,
  executed,
  duplicate,
  unacknowledged,
  late,
  definitive,
  trouble,
  expired,
  notKnown,
  found,
  blockless,
  excluded,
  unanswered,
  facts,
} from './testing/push-facts-of';
import { DEFINITIVE, EXPIRED, LOCATION, MAX_LOOKUPS, notReached } from './testing/push-world';

const FIVE = ['a', 'b', 'c', 'd', 'e'];

const outcome = (status: string, location: object = NO_LOCATION) => ({
  kind: 'done',
  result: { kind: 'outcome', outcome: { status, ...location } },
});
const refused = (error: Error) => ({ kind: 'done', result: { kind: 'refused', error } });
const send = (node: string, round = 'first') => ({ kind: 'send', node, round });
const lookUp = { kind: 'look-up' };
const wait = { kind: 'wait' };

describe('nextStep of a push', () => {
  it.each<[string, PushFacts, object]>([
    ['sends to the first node at the start', facts({}), send('a')],
    ['ends when a node executed it', facts({ a: executed }), outcome('executed', LOCATION)],
    ['sends to the next node when one is not reached', facts({ a: notReached }), send('b')],
    ['sends to the next node when one gave no answer', facts({ a: unacknowledged }), send('b')],
    ['sends to the next node when one is late', facts({ a: late }), send('b')],
    [
      'does not wait for a late node after an acceptance',
      facts({ a: late, b: executed }),
      outcome('executed', LOCATION),
    ],
    ['waits for a late node after a refusal', facts({ a: late, b: definitive }), { kind: 'await-late' }],
    [
      'waits for a late node when no other one is reached',
      facts({ a: late, b: notReached }),
      { kind: 'await-late' },
    ],
    [
      'reports executed when a late node executed what another one refused',
      facts({ a: executed, b: definitive }),
      outcome('executed', LOCATION),
    ],
    ['sends to the next node when one is in trouble', facts({ a: trouble }), send('b')],
    [
      'sends to a second node that follows the chain when one refuses it',
      facts({ a: definitive }, { nodes: ['a', 'b', 'c'], following: new Set(['a', 'c']) }),
      send('c'),
    ],
    [
      'sends to a second node that follows the chain when one says expired',
      facts({ a: expired }, { following: new Set(['b']) }),
      send('b'),
    ],
    [
      'sends to no third node when two refuse it',
      facts({ a: definitive, b: definitive }, { nodes: ['a', 'b', 'c'], following: new Set(['c']) }),
      lookUp,
    ],
    [
      'reports executed when the second node has what the first one refused: that one passed it on',
      facts({ a: definitive, b: duplicate }, { lookups: [found] }),
      outcome('executed', LOCATION),
    ],
    [
      'reports executed when the second node takes what the first one refused',
      facts({ a: definitive, b: executed }, { following: new Set(['a', 'b']) }),
      outcome('executed', LOCATION),
    ],
    [
      'recalls earlier pushes after a definitive refusal',
      facts({ a: definitive }, { earlier: undefined }),
      { kind: 'recall' },
    ],
    ['looks it up before a refusal is reported', facts({ a: definitive }), lookUp],
    [
      'reports the refusal when a look-up was answered and found nothing',
      facts({ a: definitive }, { lookups: [notKnown] }),
      refused(DEFINITIVE),
    ],
    [
      'reports unknown when no look-up was answered',
      facts({ a: expired }, { lookups: [unanswered, unanswered] }),
      outcome('unknown'),
    ],
    [
      'reports unknown when no look-up was answered after a definitive refusal',
      facts({ a: definitive }, { lookups: [unanswered, unanswered] }),
      outcome('unknown'),
    ],
    [
      'reports "expired" when a look-up covered the life of the transaction',
      facts({ a: expired }, { lookups: [excluded] }),
      refused(EXPIRED),
    ],
    [
      'reports unknown when no look-up covered the life of an expired transaction',
      facts({ a: expired }, { lookups: [notKnown, notKnown] }),
      outcome('unknown'),
    ],
    [
      'waits before a look-up that was not answered is repeated',
      facts({ a: definitive }, { lookups: [unanswered] }),
      wait,
    ],
    ['looks it up before no node is reported as reached', facts({ a: notReached, b: notReached }), lookUp],
    [
      'reports already_executed when it is found and no node is reached',
      facts({ a: notReached, b: notReached }, { lookups: [found] }),
      outcome('already_executed', LOCATION),
    ],
    [
      'reports already_executed when it is found after a refusal',
      facts({ a: definitive }, { lookups: [found] }),
      outcome('already_executed', LOCATION),
    ],
    [
      'prefers the definitive refusal of two',
      facts({ a: trouble, b: definitive }, { lookups: [notKnown] }),
      refused(DEFINITIVE),
    ],
    ['looks a duplicate up at its node', facts({ a: duplicate }), { ...lookUp, node: 'a' }],
    [
      'sends to a second node that follows the chain when one says to have it',
      facts({ a: duplicate }, { nodes: ['a', 'b', 'c'], following: new Set(['a', 'c']) }),
      send('c'),
    ],
    [
      'sends to no third node when two have it',
      facts({ a: duplicate, b: duplicate }, { nodes: ['a', 'b', 'c'], following: new Set(['a', 'b', 'c']) }),
      { ...lookUp, node: 'a' },
    ],
    [
      'sends to a third node when two that do not follow the chain have it',
      facts({ a: duplicate, b: duplicate }, { nodes: ['a', 'b', 'c'], following: new Set(['c']) }),
      send('c'),
    ],
    [
      'sends to a third node when two of five have it',
      facts({ a: duplicate, b: duplicate }, { nodes: FIVE, following: new Set(FIVE) }),
      send('c'),
    ],
    [
      'sends to no fourth node when three of five have it',
      facts({ a: duplicate, b: duplicate, c: duplicate }, { nodes: FIVE, following: new Set(FIVE) }),
      { ...lookUp, node: 'a' },
    ],
    [
      'sends to no second node when the time is up',
      facts({ a: duplicate }, { following: new Set(['b']), isTimeUp: true }),
      { ...lookUp, node: 'a' },
    ],
    [
      'reports executed when the second node takes what the first one says to have',
      facts({ a: duplicate, b: executed }, { lookups: [blockless] }),
      outcome('executed', LOCATION),
    ],
    [
      'reports already_executed for a duplicate before a send without an answer',
      facts({ a: duplicate, b: unacknowledged }, { lookups: [found], earlier: undefined }),
      outcome('already_executed', LOCATION),
    ],
    ['waits for the block of a duplicate', facts({ a: duplicate }, { lookups: [blockless] }), wait],
    [
      'looks it up again after the pause',
      facts({ a: duplicate }, { lookups: [blockless], hasWaited: true }),
      { ...lookUp, node: 'a' },
    ],
    ...[late, unacknowledged].flatMap<[string, PushFacts, object]>((sent) => [
      [
        `recalls earlier pushes of a duplicate after a send that is ${sent.kind}`,
        facts({ a: sent, b: duplicate }, { lookups: [found], earlier: undefined }),
        { kind: 'recall' },
      ],
      [
        `reports executed for a duplicate after a send that is ${sent.kind}`,
        facts({ a: sent, b: duplicate }, { lookups: [found] }),
        outcome('executed', LOCATION),
      ],
      [
        `reports already_executed for a duplicate of an earlier push after a send that is ${sent.kind}`,
        facts({ a: sent, b: duplicate }, { lookups: [found], earlier: new Set(['b']) }),
        outcome('already_executed', LOCATION),
      ],
    ]),
    [
      'reports a duplicate without its block when look-ups do not tell it',
      facts({ a: duplicate }, { lookups: [blockless, blockless, blockless] }),
      outcome('already_executed'),
    ],
    [
      'reports a duplicate without its block when the time is up',
      facts({ a: duplicate }, { lookups: [blockless], isTimeUp: true }),
      outcome('already_executed'),
    ],
    [
      'looks it up before a node that may hold it gets it again',
      facts({ a: unacknowledged, b: definitive }),
      lookUp,
    ],
    [
      'reports executed when a node that gave no answer has it',
      facts({ a: unacknowledged, b: definitive }, { lookups: [found] }),
      outcome('executed', LOCATION),
    ],
    [
      'sends again to the node that may hold it',
      facts({ a: unacknowledged, b: definitive }, { lookups: [notKnown] }),
      send('a', 'again'),
    ],
    [
      'reports the refusal after the node that may hold it refused it too',
      facts({ a: unacknowledged, b: trouble }, { again: { a: definitive }, lookups: [notKnown] }),
      refused(DEFINITIVE),
    ],
    [
      'repeats the look-up while a node that may hold it says expired',
      facts(
        { a: unacknowledged, b: definitive },
        { again: { a: expired }, lookups: [notKnown], hasWaited: true },
      ),
      lookUp,
    ],
    [
      'reports unknown after the last look-up',
      facts(
        { a: unacknowledged, b: definitive },
        { again: { a: notReached }, lookups: [notKnown, notKnown] },
      ),
      outcome('unknown'),
    ],
    [
      'reports unknown when the time is up',
      facts({ a: unacknowledged, b: definitive }, { again: { a: notReached }, isTimeUp: true }),
      outcome('unknown'),
    ],
    [
      'sends to a node that may hold it since an earlier push',
      facts({ b: definitive }, { nodes: ['b', 'a'], earlier: new Set(['a']), lookups: [notKnown] }),
      send('a', 'again'),
    ],
    [
      'reports unknown while the node of an earlier push is not reached',
      facts(
        { a: notReached, b: definitive },
        { earlier: new Set(['a']), again: { a: notReached }, lookups: [notKnown, notKnown] },
      ),
      outcome('unknown'),
    ],
    [
      'reports unknown while the node of an earlier push is not configured',
      facts({ a: definitive }, { earlier: new Set(['z']), lookups: [notKnown, notKnown] }),
      outcome('unknown'),
    ],
    [
      'looks it up when the node of an earlier push refuses it definitively',
      facts({ b: definitive }, { earlier: new Set(['a']), again: { a: definitive } }),
      lookUp,
    ],
    [
      'reports already_executed when the transaction of an earlier push is found',
      facts({ a: notReached, b: definitive }, { earlier: new Set(['a']), lookups: [found] }),
      outcome('already_executed', LOCATION),
    ],
  ])('nextStep of a push %s', (_, known, step) => {
    expect(nextStep(known, MAX_LOOKUPS)).toEqual(step as PushStep);
  });

  it('nextStep of a push reports that no node was reached', () => {
    const step = nextStep(facts({ a: notReached, b: notReached }, { lookups: [unanswered] }), MAX_LOOKUPS);
    expect(step).toMatchObject({ kind: 'done', result: { kind: 'unavailable', failures: [{}, {}] } });
  });
});
