import type { Sighting } from '../confirm/sighting';
import { isToResend, isVanished, type NodeSighting, pauseBeforeLook } from './watched-push';

const SEEN = { kind: 'seen', block: { blockNum: 7, blockTimeMs: 1, isIrreversible: false } } as const;
const acked = (sighting: Sighting, isCurrent = true): NodeSighting => ({
  sighting,
  acknowledged: true,
  isCurrent,
});
const other = (sighting: Sighting, isCurrent = true): NodeSighting => ({
  sighting,
  acknowledged: false,
  isCurrent,
});

describe('isVanished', () => {
  it.each<[string, NodeSighting[], boolean]>([
    ['the only node does not have it', [acked({ kind: 'absent' })], true],
    ['the only node has it in no block yet', [acked({ kind: 'pending' })], false],
    [
      'another node does not have it, whatever the first one says',
      [acked(SEEN), other({ kind: 'absent' })],
      true,
    ],
    ['another node has it in a block', [acked({ kind: 'absent' }), other(SEEN)], false],
    ['one of two other nodes has it', [other({ kind: 'absent' }), other({ kind: 'pending' })], false],
    [
      'both nodes accepted it and one still has it',
      [acked({ kind: 'absent' }), acked({ kind: 'pending' })],
      false,
    ],
    ['a node that lacks blocks does not have it', [other({ kind: 'absent' }, false)], false],
    ['no node answers', [acked({ kind: 'silent' }), other({ kind: 'cannot-tell' })], false],
    ['nodes show it in no block and know no ids', [acked({ kind: 'unseen' })], false],
  ])('isVanished when %s', (_, sightings, expected) => {
    expect(isVanished(sightings)).toBe(expected);
  });
});

describe('isToResend', () => {
  it.each<[string, NodeSighting[], boolean]>([
    ['another node does not have it', [acked(SEEN), other({ kind: 'absent' })], true],
    ['another node has it', [acked({ kind: 'absent' }), other({ kind: 'pending' })], false],
    [
      'one of three other nodes states a block, and the other two do not have it',
      [acked({ kind: 'absent' }), other(SEEN), other({ kind: 'absent' }), other({ kind: 'absent' })],
      true,
    ],
    ['half of the other nodes have it', [other({ kind: 'absent' }), other({ kind: 'pending' })], false],
    [
      'both nodes accepted it, and one waits with it',
      [acked({ kind: 'absent' }), acked({ kind: 'pending' })],
      true,
    ],
    ['both nodes accepted it, and one states a block', [acked({ kind: 'absent' }), acked(SEEN)], true],
    ['both nodes accepted it, and have it', [acked({ kind: 'pending' }), acked(SEEN)], false],
    ['the node that lost it lacks blocks', [acked({ kind: 'absent' }, false), acked(SEEN)], false],
  ])('isToResend when %s', (_, sightings, expected) => {
    expect(isToResend(sightings)).toBe(expected);
  });
});

describe('pauseBeforeLook', () => {
  it('pauseBeforeLook doubles up to a minute', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(pauseBeforeLook)).toEqual([
      ...[3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000],
    ]);
  });
});
