import { ManualClock } from '@app/operations/core';
import type { ChainInfo } from '../node/info';
import { UpstreamNode } from '../node/upstream-node';
import { NodeHealth } from './node-health';

const infoOf = (headBlockNum: number): ChainInfo => ({
  chainId: 'ab'.repeat(32),
  headBlockNum,
  headBlockId: 'cd'.repeat(32),
  headBlockTimeMs: 0,
  headBlockProducer: 'eosio',
  lastIrreversibleBlockNum: 1,
  lastIrreversibleBlockId: 'ef'.repeat(32),
  serverVersion: 'v5',
});

describe('the head of a node', () => {
  const clock = new ManualClock(0);
  const node = new UpstreamNode({ url: 'http://127.0.0.1:1', label: 'node', capabilities: undefined });
  const health = new NodeHealth(node, clock, () => 0);
  afterAll(() => node.close());

  it('the head of a node does not fall by an older answer that is read later', () => {
    clock.advance(1_000);
    health.recordInfo(infoOf(101), 10);
    clock.advance(5);
    health.recordInfo(infoOf(100), 50);
    expect(health.info?.headBlockNum).toBe(101);
    health.recordInfo(infoOf(102), 50);
    expect(health.info?.headBlockNum).toBe(102);
  });

  it('the head of a node falls by the answer to a later request: the chain was reset', () => {
    clock.advance(1_000);
    health.recordInfo(infoOf(3), 10);
    expect(health.info?.headBlockNum).toBe(3);
  });
});

describe('answers that are too large', () => {
  const node = new UpstreamNode({ url: 'http://127.0.0.1:1', label: 'node', capabilities: undefined });
  afterAll(() => node.close());

  it('answers that are too large open no circuit, and have a node rest until its next poll where others gave less', () => {
    const health = new NodeHealth(node, new ManualClock(0), () => 0);
    health.recordPoll(infoOf(1), 1);
    health.judged = { kind: 'fit', why: '' };
    const answer = (): void => {
      health.begin();
      health.recordTooLarge(5);
    };
    for (let count = 0; count < 20; count += 1) answer();
    expect(health.fitness.kind).toBe('fit');
    for (let count = 0; count < 3; count += 1) health.recordExcess();
    expect(health.fitness).toEqual({
      kind: 'suspect',
      why: 'answers with too much where other nodes do not',
    });
    expect(health.breaker.state).toBe('closed');
    health.recordPoll(infoOf(2), 1);
    expect(health.fitness.kind).toBe('fit');
  });

  it('answers that are too large close no circuit that failures opened', () => {
    const clock = new ManualClock(0);
    const health = new NodeHealth(node, clock, () => 0);
    for (let count = 0; count < 5; count += 1) {
      health.begin();
      health.recordFailure(1);
    }
    clock.advance(1_000);
    health.begin();
    health.recordTooLarge(5);
    expect(health.breaker.state).toBe('half open');
  });
});
