import { networkHealth } from './network-health';

const NOW_MS = 1_000_000_000;
const current = { node: 'a:1', headTimeMs: NOW_MS - 500, why: null };
const behind = (ms: number) => ({ node: 'b:2', headTimeMs: NOW_MS - ms, why: null });
const dead = { node: 'c:3', headTimeMs: null, why: 'cannot be reached (ECONNREFUSED)' };

describe('networkHealth', () => {
  it.each([
    ['all nodes are current', [current, current], true, true, '2 of 2 nodes usable'],
    ['a node is ahead of this clock', [behind(-3_600_000)], true, true, '1 of 1 nodes usable'],
    ['one node is dead', [dead, current], true, false, '1 of 2 nodes usable; c:3: cannot be reached'],
    [
      'one node is behind the other',
      [current, { ...behind(30_000), why: 'its head is 29 s behind that of another node' }],
      true,
      false,
      '1 of 2 nodes usable; b:2: its head is 29 s behind that of another node',
    ],
    ['one node lags', [current, behind(90_000)], true, false, "b:2: the chain's head is 90 s behind"],
    [
      'the only node stands still',
      [behind(35 * 60_000)],
      false,
      false,
      '0 of 1 nodes usable; b:2: the chain',
    ],
    ['no node is reachable', [dead, dead], false, false, '0 of 2 nodes usable'],
  ])('networkHealth is correct when %s', (_, probes, isUsable, ok, detail) => {
    const health = networkHealth(probes, NOW_MS);
    expect([health.isUsable, health.ok]).toEqual([isUsable, ok]);
    expect(health.detail).toContain(detail);
  });
});
