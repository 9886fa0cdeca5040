import { ManualClock } from '@app/operations/core';
import { ReplicaReach } from './reach';

describe('ReplicaReach', () => {
  let clock: ManualClock;
  let reach: ReplicaReach;
  let lastAnswerMs: number;
  beforeEach(() => {
    clock = new ManualClock(0);
    reach = new ReplicaReach(clock, true);
    lastAnswerMs = -Infinity;
  });

  /** A poll each second that fails, with the head that other replicas state. */
  const failing = (...stated: readonly number[]): string[] =>
    stated.map((head) => {
      clock.advance(1_000);
      reach.record(clock.monotonicMs() - lastAnswerMs, head);
      return reach.state;
    });
  const answered = (): void => {
    lastAnswerMs = clock.monotonicMs();
    reach.record(0, 0);
  };

  it('a replica that lost its nodes is alone with that once others raise the head again and again', () => {
    answered();
    expect(reach.state).toBe('reached');
    const states = failing(...Array.from({ length: 12 }, (_, index) => 100 + index));
    expect(states.at(2)).toBe('reached');
    expect(states.at(5)).toBe('lost');
    expect(states.at(-1)).toBe('lost here');
    answered();
    expect(reach.state).toBe('reached');
  });

  it('a replica is not alone when all lose their nodes, and another one did a poll later', () => {
    answered();
    const states = failing(100, 100, 100, 102, 103, ...Array.from({ length: 20 }, () => 103));
    expect(states).not.toContain('lost here');
    expect(states.at(-1)).toBe('lost');
  });

  it('a replica is not alone any more when the others do not raise the head for 12 s', () => {
    answered();
    expect(failing(...Array.from({ length: 12 }, (_, index) => 100 + index)).at(-1)).toBe('lost here');
    expect(failing(...Array.from({ length: 12 }, () => 111)).at(-1)).toBe('lost here');
    expect(failing(111)).toEqual(['lost']);
  });

  it('it is not known at the start whether other replicas reach a node until an idle one had raised the head', () => {
    expect(reach.state).toBe('unknown');
    expect(new Set(failing(...Array.from({ length: 16 }, () => 0)))).toEqual(new Set(['unknown']));
    expect(failing(0)).toEqual(['lost']);
  });

  it('a head that appears in the storage is no sign of another replica before it is raised', () => {
    expect(failing(0, 0, 0, 0, 0, 100, 100)).not.toContain('lost here');
    expect(failing(101)).toEqual(['lost here']);
  });

  it('a process without other replicas has lost its nodes with the first polls', () => {
    reach = new ReplicaReach(clock, false);
    expect(failing(0)).toEqual(['lost']);
  });

  it('nodes that answer requests, however late, are reached while their polls fail', () => {
    answered();
    for (let second = 0; second < 20; second += 1) {
      lastAnswerMs = clock.monotonicMs();
      expect(failing(100 + second)).toEqual(['reached']);
    }
  });
});
