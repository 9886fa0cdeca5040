import { type FateWitness, judgedFate as judgedBy } from './judged-fate';

const BASE: FateWitness = {
  sighting: { kind: 'unseen' },
  isShown: false,
  provesAbsence: false,
  isUsable: true,
};
const SILENT: FateWitness = { ...BASE, sighting: { kind: 'silent' } };
const NO_ROUTE: FateWitness = { ...BASE, sighting: { kind: 'cannot-tell' } };
const PROOF: FateWitness = { ...BASE, provesAbsence: true };
const SPECULATIVE: FateWitness = { ...BASE, isShown: true };
const seen = (blockNum: number): FateWitness => ({
  ...BASE,
  isShown: true,
  sighting: { kind: 'seen', block: { blockNum, blockTimeMs: null, isIrreversible: false } },
});
const history = (witness: FateWitness): FateWitness => ({ ...witness, isUsable: false });

/** All of the nodes that are asked are in service, unless it is said otherwise. */
const judgedFate = (
  witnesses: readonly FateWitness[],
  hasQuorum: boolean,
  inService = witnesses.filter(({ isUsable }) => isUsable).length,
) => judgedBy(witnesses, { hasQuorum, inService });
/** It failed its last poll. */
const failing = (witness: FateWitness): FateWitness => ({ ...witness, isUsable: false });

describe('judgedFate', () => {
  it.each<[string, FateWitness[]]>([
    ['two nodes show the same block', [seen(7), seen(7)]],
    ['two of three nodes do', [seen(7), PROOF, seen(7)]],
    ['the only node that can tell does', [seen(7), NO_ROUTE]],
    ['a history does beside nodes that cannot tell', [history(seen(7)), NO_ROUTE, NO_ROUTE]],
  ])('judgedFate is executed when %s', (_, witnesses) => {
    expect(judgedFate(witnesses, true)).toMatchObject({ kind: 'executed', block: { blockNum: 7 } });
  });

  it.each<[string, FateWitness[]]>([
    ['one of two nodes shows a block', [seen(7), PROOF]],
    ['one of three nodes does, and the others do not answer', [seen(7), SILENT, SILENT]],
    ['nodes show different blocks', [seen(7), seen(8), PROOF]],
    ['a node is about to put it into a block', [PROOF, PROOF, SPECULATIVE]],
    ['a history alone shows a block', [PROOF, PROOF, history(seen(7))]],
    ['one of two nodes proves the absence', [PROOF, SILENT]],
    ['a history proves the absence beside one node', [PROOF, BASE, history(PROOF)]],
    ['no node answers', [SILENT, SILENT]],
    ['there are no nodes', []],
  ])('judgedFate is open with a quorum when %s', (_, witnesses) => {
    expect(judgedFate(witnesses, true)).toEqual({ kind: 'open' });
  });

  it.each<[string, FateWitness[], number]>([
    ['the other one failed a poll and its look-up', [PROOF, failing(SILENT)], 2],
    ['the other one failed a poll and says the same', [PROOF, failing(PROOF)], 2],
    ['the other one is not asked, as it is unfit', [PROOF], 2],
  ])(
    'judgedFate is open with a quorum when one of two nodes in service proves the absence, and %s',
    (_, witnesses, inService) => {
      expect(judgedFate(witnesses, true, inService)).toEqual({ kind: 'open' });
      expect(judgedFate(witnesses, false, inService)).toEqual({ kind: 'dead' });
      expect(judgedFate([...witnesses, PROOF], true, inService)).toEqual({ kind: 'dead' });
    },
  );

  it.each<[string, FateWitness[], boolean]>([
    ['two nodes prove the absence', [PROOF, PROOF, SILENT], true],
    ['the only node does', [PROOF], true],
    ['one of two nodes does, and reads are not compared', [PROOF, SILENT], false],
  ])('judgedFate is dead when %s', (_, witnesses, hasQuorum) => {
    expect(judgedFate(witnesses, hasQuorum)).toEqual({ kind: 'dead' });
  });
});
