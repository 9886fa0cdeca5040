import fc from 'fast-check';

/** One payment that an agent wants. */
export interface Intent {
  /** USDT, whole. */
  readonly amount: number;
  /** One for each attempt. */
  readonly attacks: readonly Attack[];
  /** The second attempt has another request id: models make up new ones for retries. */
  readonly isRenamed: boolean;
}

export type Attack =
  | { readonly on: 'nothing' }
  | { readonly on: 'clock' }
  /** SIGKILL around a commit of the log, or around the push. */
  | { readonly on: 'commit'; readonly count: number; readonly when: Moment }
  | { readonly on: 'push'; readonly when: Moment }
  /** A member of the call that is another one in the proposal. */
  | { readonly on: 'proposal'; readonly lie: Lie }
  /** The first push of the attempt. */
  | { readonly on: 'relay'; readonly does: RelayLie }
  /** One of the two nodes of the owner. */
  | { readonly on: 'node'; readonly states: NodeLie };

type Moment = 'before' | 'after';
export type Lie = 'receiver' | 'amount' | 'permission' | 'token';
export type RelayLie = 'loses it' | 'loses the answer' | 'calls it failed' | 'holds it back';
export type NodeLie = 'future head' | 'past head' | 'other chain' | 'other block';

const when = fc.constantFrom<Moment>('before', 'after');
const commit = fc.record({ on: fc.constant('commit' as const), count: fc.integer({ min: 1, max: 5 }), when });
const push = fc.record({ on: fc.constant('push' as const), when });
const proposal = fc.record({
  on: fc.constant('proposal' as const),
  lie: fc.constantFrom<Lie>('receiver', 'amount', 'permission', 'token'),
});
const relay = fc.record({
  on: fc.constant('relay' as const),
  does: fc.constantFrom<RelayLie>('loses it', 'loses the answer', 'calls it failed', 'holds it back'),
});
const node = fc.record({
  on: fc.constant('node' as const),
  states: fc.constantFrom<NodeLie>('future head', 'past head', 'other chain', 'other block'),
});
const attack: fc.Arbitrary<Attack> = fc.oneof<fc.WeightedArbitrary<Attack>[]>(
  { weight: 2, arbitrary: fc.constant({ on: 'nothing' }) },
  { weight: 1, arbitrary: fc.constant({ on: 'clock' }) },
  { weight: 4, arbitrary: commit },
  { weight: 2, arbitrary: push },
  { weight: 3, arbitrary: proposal },
  { weight: 5, arbitrary: relay },
  { weight: 2, arbitrary: node },
);
const intent: fc.Arbitrary<Intent> = fc.record({
  amount: fc.integer({ min: 1, max: 10 }),
  attacks: fc.array(attack, { minLength: 3, maxLength: 3 }),
  isRenamed: fc.boolean(),
});

/** Intents of a seed. */
export const siegePlan = (count: number, seed: number): Intent[] =>
  fc.sample(intent, { numRuns: count, seed });

/** The position that a node states which lies about it. */
export function liedPosition(lie: NodeLie, info: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const headAt = (ms: number) => ({
    ...info,
    head_block_time: new Date(Date.now() + ms).toISOString().replace('Z', ''),
  });
  const id = String(info['last_irreversible_block_id']);
  switch (lie) {
    case 'future head':
      return headAt(5 * 3_600_000);
    case 'past head':
      return headAt(-5 * 3_600_000);
    case 'other chain':
      return { ...info, chain_id: '00'.repeat(32) };
    case 'other block':
      return { ...info, last_irreversible_block_id: id.slice(0, 8).padEnd(64, 'f') };
  }
}
