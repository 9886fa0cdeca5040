import type { NodeConfig } from '@app/networks/node-config';
import { ManualClock } from '@app/operations/core';
import { UpstreamNode } from '../node/upstream-node';
import { PoolMembers } from './pool-members';

const config = (label: string, port: number, more: Partial<NodeConfig> = {}): NodeConfig => ({
  ...{ label, url: `http://127.0.0.1:${port}`, capabilities: undefined },
  ...more,
});

describe('PoolMembers', () => {
  const clock = new ManualClock(0);
  const connected: UpstreamNode[] = [];
  const connect = (of: NodeConfig): UpstreamNode => {
    const node = new UpstreamNode(of);
    connected.push(node);
    return node;
  };
  const membersOf = (...configs: NodeConfig[]) =>
    new PoolMembers(configs.map(connect), { clock, random: () => 0 });
  afterEach(() => Promise.all(connected.splice(0).map((node) => node.close())));

  it.each([
    ['capabilities', config('one', 9, { capabilities: new Set(['chain'] as const) })],
    ['a label', config('renamed', 9)],
    ['a path of the same address', config('one', 9, { url: 'http://127.0.0.1:9/' })],
  ])('a node that lied rests on when a reload gives it %s', (_what, changed) => {
    const members = membersOf(config('one', 9), config('two', 10));
    members.healths[0]!.liarRest.begin('another balance');
    members.replace([changed, config('two', 10)], connect);
    expect(members.healths.map(({ fitness }) => fitness.kind)).toEqual(['unfit', 'unknown']);
    expect(members.healths[0]!.fitness).toMatchObject({ why: expect.stringContaining('another balance') });
  });

  it('a node at another address does not rest for what the one before it said', () => {
    const members = membersOf(config('one', 9));
    members.healths[0]!.liarRest.begin();
    members.replace([config('one', 11)], connect);
    expect(members.healths[0]!.fitness.kind).toBe('unknown');
  });

  it('a node that lied and left rests on when it comes back, as long as it would have', () => {
    const members = membersOf(config('one', 9), config('two', 10));
    members.healths[0]!.liarRest.begin('another balance');
    members.replace([config('two', 10)], connect);
    members.replace([config('one', 9), config('two', 10)], connect);
    expect(members.healths[0]!.fitness).toMatchObject({ why: expect.stringContaining('another balance') });
    clock.advance(60_000);
    members.replace([config('two', 10)], connect);
    members.replace([config('one', 9), config('two', 10)], connect);
    expect(members.healths[0]!.fitness.kind).toBe('unknown');
  });
});
