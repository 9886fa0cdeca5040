import { ManualClock } from '@app/operations';
import fc from 'fast-check';
import { UpstreamNode } from '../../../libs/upstream/src/node/upstream-node';
import { checkLink } from '../../../libs/upstream/src/pool/link-check';
import { NetworkState } from '../../../libs/upstream/src/pool/network-state';
import { NodeHealth } from '../../../libs/upstream/src/pool/node-health';
import { chooseNode } from '../../../libs/upstream/src/pool/selection';
import { CHAIN, LIMITS } from '../../../libs/upstream/src/pool/testing/judged-nodes';
import { allOr, longOr } from '../../harness/long';
import {
  type Behaviour,
  BEHAVIOURS,
  type ModelledChain,
  type ModelledNode,
  modelledNode,
  STARTED_MS,
  truthAt,
} from './support/modelled-nodes';

const url = 'http://127.0.0.1:1';
const RUNS = longOr(2_000, allOr(40, 12));
/** Beyond the time after which a head is old. */
const SECONDS = 50;
/** Until then every node is honest, and the replica knows the chain. */
const HONEST_MS = 5_000;
const UNLINKED: readonly Behaviour[] = ['states a jump', 'grows without blocks', 'grows without links'];

interface Modelled extends ModelledNode {
  readonly health: NodeHealth;
}

/** The moment after a poll of a node, and what was since the process stood still. */
interface Moment {
  readonly ms: number;
  readonly nodes: readonly Modelled[];
  readonly state: NetworkState;
  /** Why nodes were judged unfit at any time since then, by their labels. */
  readonly blamed: ReadonlyMap<string, string>;
}

/** The process stands still for a while: nothing is polled. */
interface Stall {
  readonly atMs: number;
  readonly forMs: number;
  /** Whether its machine sleeps: the monotonic clock stands still as well. */
  readonly isAsleep: boolean;
}
const stallUpTo = (maxMs: number): fc.Arbitrary<Stall> =>
  fc.record({
    atMs: fc.integer({ min: HONEST_MS, max: 40_000 }),
    forMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: maxMs })),
    isAsleep: fc.boolean(),
  });

const NO_STALL: Stall = { atMs: 0, forMs: 0, isAsleep: false };

/** Polls the nodes in turn, each once a second, and has every moment checked. */
async function run(
  nodes: readonly ModelledNode[],
  { atMs, forMs, isAsleep }: Stall,
  check: (moment: Moment) => void,
): Promise<void> {
  const clock = new ManualClock(STARTED_MS);
  const modelled = nodes.map((node, index): Modelled => {
    const upstream = new UpstreamNode({ url, label: `node-${index}`, capabilities: undefined });
    return { ...node, health: new NodeHealth(upstream, clock, () => 0) };
  });
  const healths = modelled.map(({ health }) => health);
  const blamed = new Map<string, string>();
  let hasStalled = false;
  const state = new NetworkState('mainnet', healths, {
    ...{ clock, limits: LIMITS, chainId: CHAIN },
    onNodeChange: ({ node, now: { kind, why } }) => {
      if (hasStalled && kind === 'unfit') blamed.set(node, why);
    },
  });
  const stepMs = Math.floor(1_000 / nodes.length);
  for (let step = 0; clock.now() < STARTED_MS + SECONDS * 1_000; step += 1) {
    clock.advance(stepMs);
    if (!hasStalled && clock.now() - STARTED_MS >= atMs) {
      hasStalled = true;
      if (isAsleep) clock.setWallClock(clock.now() + forMs);
      else clock.advance(forMs);
    }
    const ms = clock.now() - STARTED_MS;
    const node = modelled[step % modelled.length]!;
    const info = node.infoAt(ms);
    if (info === undefined) node.health.recordPollFailure('no answer within 2000 ms');
    else {
      await checkLink(node.health, info, state, (number) => Promise.resolve(node.blockAt(number, ms)));
      node.health.recordPoll(info, 5);
    }
    state.recordPoll(node.health);
    if (step >= modelled.length) check({ ms, nodes: modelled, state, blamed });
  }
}

const course = fc.record({ fromMs: fc.integer({ min: HONEST_MS, max: 30_000 }), blocks: fc.nat(15) });
const finalityBlocks = fc.constantFrom(2, 330);

/** More than half of the nodes behave alike; the others in any of the ways named, in any order. */
const network = (most: Behaviour, rest: readonly Behaviour[], chain: fc.Arbitrary<ModelledChain>) =>
  fc
    .record({
      chain,
      course,
      few: fc.array(fc.record({ behaviour: fc.constantFrom(...rest), course }), {
        minLength: 1,
        maxLength: 3,
      }),
      more: fc.integer({ min: 1, max: 2 }),
    })
    .chain((drawn) => {
      const majority = Array.from({ length: drawn.few.length + drawn.more }, (_, index) => ({
        behaviour: most,
        course: { ...drawn.course, blocks: index },
      }));
      const all = [...majority, ...drawn.few];
      return fc
        .shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
        .map((nodes) => ({ ...drawn, nodes }));
    });

type Built = readonly { behaviour: Behaviour; course: { fromMs: number; blocks: number } }[];
const built = (chain: ModelledChain, nodes: Built) =>
  nodes.map(({ behaviour, course: own }) => modelledNode(behaviour, chain, own));

const goesOn: fc.Arbitrary<ModelledChain> = finalityBlocks.map((blocks) => ({
  standsFromMs: Infinity,
  finalityBlocks: blocks,
}));
const mayStand: fc.Arbitrary<ModelledChain> = fc.record({
  standsFromMs: fc.oneof(fc.integer({ min: HONEST_MS, max: 30_000 }), fc.constant(Infinity)),
  finalityBlocks,
});

const acts = (behaviour: Behaviour, blocks = 0): Built[number] => ({
  behaviour,
  course: { fromMs: HONEST_MS, blocks },
});
const HONEST: Built = [2, 0, 1].map((blocks) => acts('follows', blocks));

const kindsOf = (nodes: readonly Modelled[]): string[] =>
  nodes.map(({ behaviour, health: { judged } }) => `${behaviour}: ${judged.kind} ${judged.why}`);

const expectHonestFit =
  (chain: ModelledChain) =>
  ({ ms, nodes, state, blamed }: Moment): void => {
    const honest = nodes.filter(({ behaviour }) => ['follows', 'lags'].includes(behaviour));
    const unfit = honest.filter(({ health }) => !['fit', 'old'].includes(health.judged.kind));
    expect(kindsOf(unfit)).toEqual([]);
    expect(honest.flatMap(({ health }) => blamed.get(health.node.label) ?? [])).toEqual([]);
    expect(state.position.irreversibleBlock).toBeLessThanOrEqual(truthAt(chain, ms).irreversibleBlock);
  };

describe('the model of a pool', () => {
  it('less than half of the nodes make no honest one unfit, and nothing immutable that is not, also while the chain stands', async () => {
    await fc.assert(
      fc.asyncProperty(
        network('follows', BEHAVIOURS, mayStand),
        stallUpTo(20_000),
        ({ chain, nodes }, stalls) => run(built(chain, nodes), stalls, expectHonestFit(chain)),
      ),
      { numRuns: RUNS },
    );
  });

  it.each<[string, Built, Stall]>([
    [
      'a node that is eight blocks late, and was not polled yet after the process stood still',
      [...HONEST.slice(1), acts('lags', 8)],
      { atMs: HONEST_MS, forMs: 13_672, isAsleep: false },
    ],
    [
      'one of four stands, and one states an irreversible block that is too low',
      [...HONEST.slice(1), acts('stands'), acts('understates')],
      NO_STALL,
    ],
    [
      'one of five states an irreversible block that is too low, after the process stood still',
      [acts('understates'), ...HONEST, acts('follows')],
      { atMs: 20_000, forMs: 7_000, isAsleep: false },
    ],
  ])('no honest node is unfit: %s', async (_, nodes, stall) => {
    const chain = { standsFromMs: Infinity, finalityBlocks: 2 };
    await run(built(chain, nodes), stall, expectHonestFit(chain));
  });

  it('a node that states a head without blocks linked to those of the others is unfit as soon as it is ahead', async () => {
    await fc.assert(
      fc.asyncProperty(network('follows', UNLINKED, mayStand), ({ chain, nodes }) =>
        run(built(chain, nodes), NO_STALL, ({ nodes: modelled, state }) => {
          const ahead = modelled.filter(({ behaviour, health: { info } }) => {
            const blocks = (info?.headBlockNum ?? 0) - state.consensus.agreed!.headBlock;
            return UNLINKED.includes(behaviour) && blocks > LIMITS.maxBlocksBehind;
          });
          expect(ahead.map(({ health }) => health.judged.kind)).toEqual(ahead.map(() => 'unfit'));
        }),
      ),
      { numRuns: RUNS },
    );
  });

  it('a node that continues while more than half stand still stays fit and is asked first, and the others stay usable', async () => {
    await fc.assert(
      fc.asyncProperty(
        network('stands', ['follows', 'lags', 'states a jump', 'flaps'], goesOn),
        // After a longer one nothing shows at once since when the others finalize nothing.
        stallUpTo(8_000),
        ({ chain, nodes }, stalls) =>
          run(built(chain, nodes), stalls, ({ nodes: modelled, state, blamed }) => {
            const goingOn = modelled.filter(({ behaviour }) => ['follows', 'lags'].includes(behaviour));
            expect(goingOn.flatMap(({ health }) => blamed.get(health.node.label) ?? [])).toEqual([]);
            expect(kindsOf(goingOn.filter(({ health }) => health.judged.kind !== 'fit'))).toEqual([]);
            // Until then it may look as if half of the nodes continued.
            if (modelled.some(({ health: { infoAgeMs } }) => infoAgeMs > LIMITS.maxInfoAgeMs)) return;
            const standing = modelled.filter(({ behaviour }) => behaviour === 'stands');
            expect(kindsOf(standing.filter(({ health }) => health.judged.kind === 'unfit'))).toEqual([]);
            const chosen = chooseNode(
              modelled.map(({ health }) => health),
              new Set(),
              { capability: 'chain', allowsOld: true, isSpare: false, block: 0 },
              {
                headBlock: state.consensus.headBlock,
                finalizedBlock: state.consensus.finalizedBlock,
                maxFinalityLag: 2 * LIMITS.maxIrreversibleBehind,
                fraction: 0,
                maxIndexBlocksBehind: LIMITS.maxIndexBlocksBehind,
              },
            );
            // Heads are read a second apart at most, and a node of the model lags by eight blocks at most.
            const behind = state.consensus.headBlock - (chosen?.info?.headBlockNum ?? 0);
            expect(behind).toBeLessThanOrEqual(12);
          }),
      ),
      { numRuns: RUNS },
    );
  });
});
