import { type Call, IN_STEPS, INSTANT, type Scenario, SOUND_MS } from './scenario';
import type { Fault } from './simulated-node';

const NEVER = { redis: [], endsAtMs: undefined, joinsAtMs: undefined, cordonAtMs: undefined } as const;

const sound = (blockMs: number, answerMs: number) => ({ blockMs, answerMs, fault: undefined });
const faulty = (fault: Fault, fromMs: number, untilMs: number, blockMs: number, answerMs: number) => ({
  ...{ blockMs, answerMs, fault: { faults: [fault], fromMs, untilMs } },
});
const call = (kind: Call['kind'], atMs: number, rest: Partial<Call> = {}): Call => ({
  ...{ kind, atMs, client: 0, replica: 0, seconds: 10, isValid: true },
  ...rest,
});

/** Runs that failed before their cause was mended, most of them found by the long form, without what they did not need. */
export const FOUND: readonly (readonly [cause: string, scenario: Scenario])[] = [
  [
    'the fastest node of three lies to a replica that starts',
    {
      ...{ ...NEVER, seed: 1, finality: IN_STEPS, replicas: 2, joinsAtMs: 14_163 },
      nodes: [faulty('head number', 6_255, Infinity, 119, 7), sound(119, 36), sound(182, 26)],
      calls: [
        call('push', 6_296, { client: 1, isValid: false, seconds: 4 }),
        call('push again', 16_043, { replica: 2, seconds: 3 }),
        call('verified', 19_998, { seconds: 20 }),
      ],
    },
  ],
  [
    'of two nodes that differ one lies, and the third one has their block a moment later',
    {
      ...{ ...NEVER, seed: 1, finality: INSTANT, replicas: 1 },
      nodes: [sound(249, 18), faulty('rows', 4_005, 10_669, 6, 37), sound(199, 25)],
      calls: [
        call('plain', 7_647, { client: 1, replica: 2, seconds: 13, isValid: false }),
        call('push', 7_754, { client: 1, seconds: 6, isValid: false }),
      ],
    },
  ],
  [
    'two of five nodes make up rows, and are asked first',
    {
      ...{ ...NEVER, seed: 1, finality: INSTANT, replicas: 1 },
      nodes: [
        sound(21, 2),
        faulty('rows', 8_147, Infinity, 94, 6),
        ...[sound(50, 24), sound(249, 29)],
        faulty('rows', 8_147, Infinity, 3, 11),
      ],
      calls: Array.from({ length: 12 }, (_unused, index) => call('verified', 11_000 + index * 500)),
    },
  ],
  [
    'two of five nodes answer with too much, and are asked first',
    {
      ...{ ...NEVER, seed: 1, finality: INSTANT, replicas: 1 },
      nodes: [
        sound(21, 30),
        faulty('too many rows', SOUND_MS, Infinity, 3, 2),
        ...[sound(50, 34), sound(60, 39)],
        faulty('too many rows', SOUND_MS, Infinity, 4, 3),
      ],
      calls: Array.from({ length: 12 }, (_unused, index) =>
        call(index % 2 === 0 ? 'verified' : 'plain', 11_000 + index * 500),
      ),
    },
  ],
  [
    'the only node that has the block of a client fails',
    {
      ...{ ...NEVER, seed: 1, finality: { blocks: 8, step: 1 }, replicas: 1 },
      nodes: [
        sound(213, 14),
        faulty('down', 4_152, Infinity, 4, 40),
        ...[sound(248, 6), sound(176, 3), sound(250, 10)],
      ],
      calls: [
        call('plain', 4_000, { client: 1, seconds: 20 }),
        call('verified', 4_006, { client: 1, replica: 2, seconds: 17 }),
        call('plain', 4_548, { replica: 1, seconds: 2 }),
      ],
    },
  ],
  [
    'the only node that has the block of a client answers with too much',
    {
      ...{ ...NEVER, seed: 1, finality: { blocks: 8, step: 1 }, replicas: 1 },
      nodes: [sound(165, 39), faulty('too many rows', SOUND_MS, Infinity, 1, 9), sound(243, 37)],
      calls: Array.from({ length: 6 }, (_unused, index) =>
        call('push', 6_000 + index * 1_700, { seconds: 5 + (index % 2) }),
      ),
    },
  ],
  [
    'of the two nodes that have the block of a client one answers with too much, and the third one has it a moment later',
    {
      ...{ ...NEVER, seed: 1, finality: { blocks: 2, step: 1 }, replicas: 1 },
      nodes: [sound(210, 7), faulty('too many rows', 7_018, Infinity, 0, 7), sound(143, 30)],
      calls: [call('verified', 9_577, { seconds: 20 }), call('plain', 9_420, { replica: 1, seconds: 4 })],
    },
  ],
  [
    'one node takes a push on a fork of its own, and another one states a false block of it',
    {
      ...{ ...NEVER, seed: 1, finality: { blocks: 8, step: 1 }, replicas: 1 },
      nodes: [
        faulty('on a fork', 11_992, 31_986, 63, 4),
        faulty('states blocks of pushes', 9_236, 28_093, 4, 4),
        ...[sound(7, 16), sound(249, 7), sound(2, 17)],
      ],
      calls: [call('push', 4_005, { seconds: 2 }), call('push', 12_197, { seconds: 17 })],
    },
  ],
  [
    'one of three nodes says of each push that it has it already, and takes none',
    {
      ...{ ...NEVER, seed: 1, finality: INSTANT, replicas: 1 },
      nodes: [faulty('claims pushes', SOUND_MS, Infinity, 4, 2), sound(50, 30), sound(60, 30)],
      calls: [
        call('relay', 5_001, { seconds: 9, isValid: false }),
        call('relay', 8_001, { seconds: 9 }),
        call('push', 11_001, { seconds: 9, isValid: false }),
      ],
    },
  ],
  [
    'two of five nodes say of each push that they have it already, and take none',
    {
      ...{ ...NEVER, seed: 1, finality: IN_STEPS, replicas: 1 },
      nodes: [
        ...[
          faulty('claims pushes', SOUND_MS, Infinity, 4, 2),
          faulty('claims pushes', SOUND_MS, Infinity, 5, 3),
        ],
        ...[sound(50, 30), sound(60, 30), sound(70, 30)],
      ],
      calls: [call('relay', 5_001, { seconds: 9 }), call('relay', 8_001, { seconds: 9, isValid: false })],
    },
  ],
  [
    'one of three nodes states a head a little ahead of what the chain can have',
    {
      ...{ ...NEVER, seed: 1, finality: INSTANT, replicas: 1 },
      nodes: [faulty('head number, a little', SOUND_MS, Infinity, 4, 2), sound(50, 30), sound(60, 30)],
      calls: Array.from({ length: 20 }, (_unused, index) => call('head', 6_000 + index * 300)),
    },
  ],
];

/** The same with two nodes, where a read that both have to answer alike may be refused. */
export const FOUND_OF_TWO: typeof FOUND = [
  [
    'the other one stays on a fork, and stood at its irreversible block before the start',
    {
      ...{ ...NEVER, seed: 1, finality: IN_STEPS, replicas: 1 },
      nodes: [faulty('on a fork', 4_182, Infinity, 116, 4), sound(121, 17)],
      calls: [],
    },
  ],
];
