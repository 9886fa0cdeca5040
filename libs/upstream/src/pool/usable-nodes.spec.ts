import type { NodeCapability } from '@app/networks/node-config';
import { ManualClock } from '@app/operations/core';
import type { Fitness } from './eligibility';
import { LiarRest } from './liar-rest';
import { NodeAbilities } from './node-abilities';
import { usableNodes } from './usable-nodes';

const FIT: Fitness = { kind: 'fit', why: '' };
const UNFIT: Fitness = { kind: 'unfit', why: 'behind' };
const MAX_BEHIND = 20;

function node(judged: Fitness, configured?: readonly NodeCapability[], blocksBehind?: number) {
  const abilities = new NodeAbilities(configured && new Set(configured));
  abilities.recordIndex(blocksBehind);
  return { judged, abilities, liarRest: new LiarRest(new ManualClock()) };
}
const counted = (...nodes: ReturnType<typeof node>[]) => Object.fromEntries(usableNodes(nodes, MAX_BEHIND));

describe('the usable nodes of a network', () => {
  it('usable nodes count a node without capabilities for the chain alone', () => {
    expect(counted(node(FIT), node(UNFIT))).toEqual({ chain: 1 });
  });

  it('usable nodes of the chain are none while only a history node is fit', () => {
    expect(counted(node(UNFIT), node(FIT, ['history', 'v2']))).toEqual({ chain: 0, history: 1, v2: 1 });
  });

  it('usable nodes leave out a node that rests because others contradict it', () => {
    const liar = node(FIT);
    liar.liarRest.begin();
    expect(counted(node(FIT), liar)).toEqual({ chain: 1 });
  });

  it('usable nodes leave out a node whose index is behind, for what the index serves', () => {
    expect(counted(node(FIT, ['chain', 'v2', 'trace'], 21))).toEqual({ chain: 1, v2: 0, trace: 1 });
    expect(counted(node(FIT, ['v2'], 20))).toEqual({ v2: 1 });
  });
});
