import fc from 'fast-check';
import { allOr, longOr } from '../../harness/long';
import { FOUND, FOUND_OF_TWO } from './support/fleet/found';
import { Fleet } from './support/fleet/fleet';
import { violationsIn } from './support/fleet/invariants';
import { IN_STEPS, INSTANT, scenario, SOUND_MS } from './support/fleet/scenario';
import {
  type Fault,
  FAULTS,
  POSITION_FAULTS,
  POSITION_LIES,
  PUSH_FAULTS,
  STATE_FAULTS,
} from './support/fleet/simulated-node';

/**
 * The short form has the same runs each time, the long form searches. A run that fails is not made smaller: that takes
 * minutes, and its parts can be left out by hand.
 */
const RUNS: { numRuns: number; seed?: number; endOnFailure: boolean } = {
  ...longOr({ numRuns: 300 }, { numRuns: allOr(6, 2), seed: 20_261_127 }),
  endOnFailure: true,
};

const NOTHING = { starved: [], failed: [], wrong: [], misreported: [], lost: [], cordoned: [] };

/**
 * Replicas as in the product, before simulated nodes and a simulated Redis, in simulated time. Redis is lost, wiped, holds
 * forged and old values, and values of a replica that is wrong; one replica ends; an operator cordons a node.
 */
describe('the model of a fleet', () => {
  it.each<[string, number, number, readonly Fault[]]>([
    ['no node', 2, 0, FAULTS],
    ['one of three nodes, in the position that it states,', 3, 1, POSITION_LIES],
    ['one of three nodes, in the position that it has,', 3, 1, POSITION_FAULTS],
    ['one of three nodes, in its state and its answers,', 3, 1, STATE_FAULTS],
    ['one of three nodes, in its pushes,', 3, 1, PUSH_FAULTS],
    ['one of four nodes', 4, 1, FAULTS],
    ['two of five nodes, in their pushes,', 5, 2, PUSH_FAULTS],
    ['two of five nodes', 5, 2, FAULTS],
  ])('clients of a fleet see nothing of it when %s has faults', async (_, count, faulty, kinds) => {
    await fc.assert(
      fc.asyncProperty(scenario(count, faulty, kinds), async (drawn) => {
        expect(await violationsIn(drawn)).toEqual(NOTHING);
      }),
      RUNS,
    );
  });

  it.each(FOUND)('clients of a fleet see nothing of it when %s', async (_, found) => {
    expect(await violationsIn(found)).toEqual(NOTHING);
  });

  it.each(FOUND_OF_TWO)('the sound one of two nodes is used when %s', async (_, found) => {
    expect(await violationsIn(found)).toEqual(NOTHING);
  });

  it('the sound one of two nodes is always used, and nothing false is answered or reported, when the other one has faults', async () => {
    await fc.assert(
      fc.asyncProperty(scenario(2, 1, FAULTS), async (drawn) => {
        const { starved, wrong, misreported, cordoned, failed } = await violationsIn(drawn);
        // A read that two nodes have to answer alike may be refused.
        const isRefused = (read: string): boolean => read.includes(' verified:');
        const unanswered = failed.filter((read) => !isRefused(read));
        expect({ starved, wrong, misreported, cordoned, unanswered }).toEqual({
          ...{ starved: [], wrong: [], misreported: [], cordoned: [], unanswered: [] },
        });
      }),
      RUNS,
    );
  });

  it('a node that is ten times slower than the other one answers a fifth of the reads at most', async () => {
    const [slow, fast] = [60, 6].map((answerMs) => ({ blockMs: 0, answerMs, fault: undefined }));
    // Eight at the same time: more than one request is a reason for the slow one.
    const calls = Array.from({ length: 200 }, (_, index) => ({
      ...{ kind: 'plain' as const, atMs: SOUND_MS + Math.floor(index / 8) * 50, client: 0, replica: 0 },
      ...{ seconds: 2, isValid: true },
    }));
    const fleet = new Fleet({
      ...{ seed: 1, finality: INSTANT, replicas: 1, redis: [], nodes: [slow!, fast!], calls },
      ...{ endsAtMs: undefined, joinsAtMs: undefined, cordonAtMs: undefined },
    });
    await fleet.run(() => undefined);
    expect(fleet.servedBy.length).toBeGreaterThan(200);
    const bySlow = fleet.servedBy.filter((label) => label === 'node-0');
    expect(bySlow.length).toBeLessThan(fleet.servedBy.length / 5);
  });

  it('a node that states a head a little ahead of what the chain can have is not asked where others are left', async () => {
    const answerMs = 30;
    const fault = { faults: ['head number, a little' as const], fromMs: SOUND_MS, untilMs: Infinity };
    const calls = Array.from({ length: 60 }, (_, index) => ({
      ...{ kind: 'plain' as const, atMs: 8_000 + index * 100, client: 0, replica: 0, seconds: 2 },
      isValid: true,
    }));
    const fleet = new Fleet({
      ...{ seed: 1, finality: INSTANT, replicas: 1, redis: [], calls },
      ...{ endsAtMs: undefined, joinsAtMs: undefined, cordonAtMs: undefined },
      nodes: [
        { blockMs: 4, answerMs: 2, fault },
        { blockMs: 50, answerMs, fault: undefined },
        { blockMs: 60, answerMs, fault: undefined },
      ],
    });
    await fleet.run(() => undefined);
    expect(fleet.servedBy.length).toBeGreaterThan(20);
    expect(new Set(fleet.servedBy)).toEqual(new Set(['node-1', 'node-2']));
  });

  it('the liar of two nodes answers no verified read while it states what time allows after the last step of finality', async () => {
    const fault = { faults: ['irreversible number by time' as const, 'rows' as const] };
    const liar = { blockMs: 0, answerMs: 5, fault: { ...fault, fromMs: SOUND_MS, untilMs: Infinity } };
    const calls = Array.from({ length: 300 }, (_, index) => ({
      ...{ kind: 'verified' as const, atMs: 10_000 + index * 100, client: 0, replica: 0, seconds: 2 },
      isValid: true,
    }));
    const { starved, wrong } = await violationsIn({
      ...{ seed: 1, finality: IN_STEPS, replicas: 1, nodes: [liar, { ...liar, fault: undefined }] },
      ...{ redis: [], endsAtMs: undefined, joinsAtMs: undefined, cordonAtMs: undefined, calls },
    });
    expect({ starved, wrong }).toEqual({ starved: [], wrong: [] });
  });

  it('a push that the first two of five nodes acknowledge and forget is in a block in the end', async () => {
    const fault = { faults: ['forgets pushes' as const], fromMs: SOUND_MS, untilMs: Infinity };
    const forgetful = { blockMs: 0, answerMs: 5, fault };
    const sound = { ...forgetful, fault: undefined };
    const push = { kind: 'push', atMs: 6_000, client: 0, replica: 0, seconds: 20, isValid: true } as const;
    const violations = await violationsIn({
      ...{ seed: 1, finality: INSTANT, replicas: 1, nodes: [forgetful, forgetful, sound, sound, sound] },
      ...{ redis: [], endsAtMs: undefined, joinsAtMs: undefined, cordonAtMs: undefined, calls: [push] },
    });
    expect(violations).toEqual(NOTHING);
  });
});
