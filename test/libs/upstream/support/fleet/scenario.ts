import fc from 'fast-check';
import type { Finality } from './simulated-chain';
import type { Fault, TimedFault } from './simulated-node';

/** Until then all nodes are sound, and the replicas know the chain. */
export const SOUND_MS = 4_000;
/** No new calls of clients begin later. */
export const CALLS_UNTIL_MS = 20_000;
/** Pushes that are reported in time are in a block, or expired. */
export const ENDS_MS = 45_000;

/** Finality of each block by votes of its own. */
export const INSTANT: Finality = { blocks: 2, step: 1 };
/** Finality by blocks of producers who have twelve each, of whom one is missing: irreversible blocks rise each 12 s. */
export const IN_STEPS: Finality = { blocks: 26, step: 24 };

/** Faults of Redis, or of one who can write to it. */
export const REDIS_EVENTS = ['lost', 'wiped', 'forged', 'replayed', 'signed'] as const;

/** Something that happens to Redis. */
export interface RedisEvent {
  readonly kind: (typeof REDIS_EVENTS)[number];
  readonly atMs: number;
  /** A loss lasts so long; values that are put back are so old. */
  readonly forMs: number;
}

export const CALLS = ['verified', 'plain', 'head', 'push', 'push again', 'relay', 'landed'] as const;

/** A call of a client. */
export interface Call {
  readonly kind: (typeof CALLS)[number];
  readonly atMs: number;
  readonly client: number;
  readonly replica: number;
  /** Until a pushed transaction expires. */
  readonly seconds: number;
  readonly isValid: boolean;
}

/** One run of the model. */
export interface Scenario {
  readonly seed: number;
  readonly finality: Finality;
  readonly replicas: number;
  readonly nodes: readonly {
    readonly blockMs: number;
    readonly answerMs: number;
    readonly fault: TimedFault | undefined;
  }[];
  readonly redis: readonly RedisEvent[];
  /** A replica that ends; undefined: none. */
  readonly endsAtMs: number | undefined;
  /** Another replica starts then, and knows nothing; undefined: none. */
  readonly joinsAtMs: number | undefined;
  /** An operator cordons a node then; undefined: never. */
  readonly cordonAtMs: number | undefined;
  readonly calls: readonly Call[];
}

const during = (fromMs: number, untilMs: number): fc.Arbitrary<number> =>
  fc.integer({ min: fromMs, max: untilMs });

const faultOf = (kinds: readonly Fault[], most: number): fc.Arbitrary<TimedFault> =>
  fc
    .record({
      faults: fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: most }),
      fromMs: during(SOUND_MS, 12_000),
      lastsMs: fc.oneof(during(1_000, 20_000), fc.constant(Infinity)),
    })
    .map(({ faults, fromMs, lastsMs }) => ({ faults, fromMs, untilMs: fromMs + lastsMs }));

const nodeWith = (fault: fc.Arbitrary<TimedFault | undefined>) =>
  fc.record({ blockMs: fc.nat(250), answerMs: during(2, 40), fault });

/** Nodes in any order, of which fewer than half have faults, or one of two, which has one: see what cannot be known. */
const nodesOf = (count: number, faulty: number, kinds: readonly Fault[]) =>
  fc
    .tuple(
      ...Array.from({ length: count }, (_, index) =>
        nodeWith(index < faulty ? faultOf(kinds, count > 2 ? 3 : 1) : fc.constant(undefined)),
      ),
    )
    .chain((nodes) => fc.shuffledSubarray(nodes, { minLength: count, maxLength: count }));

const call: fc.Arbitrary<Call> = fc.record({
  kind: fc.constantFrom(...CALLS, 'verified', 'plain', 'push', 'relay'),
  atMs: during(SOUND_MS, CALLS_UNTIL_MS),
  client: fc.nat(1),
  replica: fc.nat(2),
  seconds: during(2, 20),
  isValid: fc.constantFrom(true, true, true, false),
});

const redisEvent: fc.Arbitrary<RedisEvent> = fc.record({
  kind: fc.constantFrom(...REDIS_EVENTS),
  atMs: during(SOUND_MS, CALLS_UNTIL_MS),
  forMs: during(500, 8_000),
});

const orNever = fc.oneof(during(SOUND_MS, CALLS_UNTIL_MS), fc.constant(undefined));

const joins = fc.oneof(
  { weight: 3, arbitrary: during(8_000, 16_000) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);

/** Runs with so many nodes, of which so many have faults of these kinds. */
export const scenario = (count: number, faulty: number, kinds: readonly Fault[]): fc.Arbitrary<Scenario> =>
  fc.record({
    seed: fc.nat(),
    finality: fc.constantFrom(INSTANT, { blocks: 8, step: 1 }, IN_STEPS),
    replicas: during(1, 3),
    nodes: nodesOf(count, faulty, kinds),
    redis: fc.array(redisEvent, { maxLength: 3 }),
    endsAtMs: orNever,
    // Of two nodes that differ nothing shows a replica at its start which one is right.
    joinsAtMs: count > 2 ? joins : fc.constant(undefined),
    cordonAtMs: orNever,
    calls: fc.array(call, { minLength: 12, maxLength: 24 }),
  });
