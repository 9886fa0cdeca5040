import { ManualClock } from '@app/operations/core';
import { UpstreamNode } from '../node/upstream-node';
import { BLOCK_MS } from './agreed-position';
import { NetworkState } from './network-state';
import { NodeHealth } from './node-health';
import { blockId, CHAIN, LIMITS, node, NOW } from './testing/judged-nodes';

const url = 'http://127.0.0.1:1';
const POLL_MS = 1_000;
/** The chain finalizes nothing. */
const FINAL = 50;
const SILENT = 'no answer within 2000 ms';

interface Lie {
  readonly blocks: number;
  readonly ms: number;
  /** In the id of its irreversible block. */
  readonly forged?: string;
}
const HONEST: Lie = { blocks: 0, ms: 0 };

/** Two nodes of a chain that has a block in half a second. */
class Pair {
  readonly clock = new ManualClock(NOW);
  readonly one = this.#health('one');
  readonly other = this.#health('other');
  readonly state = new NetworkState('mainnet', [this.one, this.other], {
    clock: this.clock,
    limits: LIMITS,
    chainId: CHAIN,
  });

  get #head(): number {
    return 1_000 + Math.floor((this.clock.now() - NOW) / BLOCK_MS);
  }

  /** Blocks that the position is above the head of the chain. */
  get ahead(): number {
    return this.state.position.headBlock - this.#head;
  }

  answers(health: NodeHealth, { blocks, ms, forged }: Lie = HONEST): void {
    const headBlockNum = this.#head + blocks;
    const { info } = node({
      headBlockNum,
      headBlockId: blockId(headBlockNum),
      headBlockTimeMs: this.clock.now() + ms,
      lastIrreversibleBlockNum: FINAL,
      lastIrreversibleBlockId: blockId(FINAL, forged),
    });
    health.recordPoll(info!, 5);
    this.state.recordPoll(health);
  }

  isSilent(health: NodeHealth): void {
    health.recordPollFailure(SILENT);
    this.state.recordPoll(health);
  }

  /** Both answer, once a second. */
  follow(polls: number): void {
    for (let poll = 0; poll < polls; poll += 1) {
      this.clock.advance(POLL_MS);
      this.answers(this.one);
      this.answers(this.other);
    }
  }

  #health(label: string): NodeHealth {
    return new NodeHealth(new UpstreamNode({ url, label, capabilities: undefined }), this.clock, () => 0);
  }
}

describe('the state of a network of two nodes', () => {
  let pair: Pair;
  beforeEach(() => {
    pair = new Pair();
  });

  it.each([
    ['more blocks', { blocks: 50, ms: 0 }],
    ['a few more blocks at each poll', { blocks: 10, ms: 0 }],
    ['a later time', { blocks: 0, ms: 25_000 }],
    ['more blocks at an earlier time', { blocks: 10, ms: -3_600_000 }],
    ['fewer blocks', { blocks: -50, ms: 0 }],
  ])('a node that states %s decides nothing while the other one answers one of five polls', (_, lie) => {
    pair.follow(5);
    for (let poll = 1; poll <= 90; poll += 1) {
      pair.clock.advance(POLL_MS);
      const stated = { ...lie, blocks: lie.blocks === 10 ? 10 * poll : lie.blocks };
      pair.answers(pair.other, stated);
      if (poll % 5 === 0) pair.answers(pair.one);
      else pair.isSilent(pair.one);
      expect([poll, pair.one.judged.why]).toEqual([poll, poll % 5 === 0 ? '' : SILENT]);
      expect(pair.ahead).toBeLessThanOrEqual(1);
      if (poll > 1 && lie.blocks >= 0) expect(pair.other.judged.kind).toBe('unfit');
    }
  });

  it('one of two nodes that answers does not decide which blocks are irreversible, when the other one is lost', () => {
    pair.follow(5);
    pair.clock.advance(POLL_MS);
    pair.isSilent(pair.one);
    pair.answers(pair.other, { ...HONEST, forged: 'ee' });
    pair.clock.advance(POLL_MS);
    pair.answers(pair.one);
    expect(pair.one.judged).toEqual({ kind: 'fit', why: '' });
  });

  it('one of two nodes serves as long as the other one is silent, however long', () => {
    pair.follow(5);
    for (let poll = 0; poll < 600; poll += 1) {
      pair.clock.advance(1_200);
      pair.answers(pair.other);
      pair.isSilent(pair.one);
      expect([pair.other.judged.kind, pair.ahead]).toEqual(['fit', 0]);
    }
    // Its chain was reset: after a while nothing else shows what it is.
    const reset = { blocks: -900, ms: -600_000 };
    for (let poll = 0; poll < 40; poll += 1) {
      pair.clock.advance(POLL_MS);
      pair.answers(pair.other, reset);
      pair.isSilent(pair.one);
    }
    expect([pair.other.judged.kind, pair.ahead]).toEqual(['old', -900]);
  });

  it('a node that states blocks alone for as long as it likes is allowed no more of them than the chain has missed', () => {
    pair.follow(5);
    const missed = { blocks: 0, ms: 0 };
    for (let poll = 0; poll < 300; poll += 1) {
      pair.clock.advance(POLL_MS);
      missed.blocks -= 1;
      pair.answers(pair.other, missed);
      pair.isSilent(pair.one);
    }
    pair.clock.advance(POLL_MS);
    pair.answers(pair.other, { ...missed, blocks: missed.blocks + 30 });
    expect(pair.other.judged.why).toMatch(/^its head is \d+ blocks ahead of the other nodes$/);
  });

  it.each([
    ['at the start', 0],
    ['after a minute without a request', 61_000],
  ])('the node that answers first %s does not decide where the other one is', async (_, idleMs) => {
    if (idleMs > 0) pair.follow(5);
    pair.clock.advance(idleMs);
    const lie = { blocks: 50, ms: 0 };
    pair.answers(pair.other, lie);
    expect(await pair.state.showHead(pair.state.position.headBlock)).toBe(true);
    pair.clock.advance(2_000);
    pair.isSilent(pair.one);
    pair.clock.advance(POLL_MS);
    pair.answers(pair.other, lie);
    pair.answers(pair.one);
    expect([pair.one.judged.kind, pair.other.judged.kind, pair.ahead]).toEqual(['fit', 'unfit', 0]);
    // The false head was seen, and binds no other answer.
    expect(await pair.state.showHead(pair.state.position.headBlock)).toBe(true);
  });
});
