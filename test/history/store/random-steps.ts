import * as fc from 'fast-check';
import type { Change, Step } from './store-comparison';

/** Bounds of the steps of a random history. */
export interface StepBounds {
  readonly appended: { readonly blocks: number; readonly reversible: number };
  /** The ways in which blocks are removed, and how often one of them is beside 6 appends, 2 crashes and a new start. */
  readonly removals: readonly ('undo' | 'prune')[];
  readonly removalWeight: number;
  /** Statements of a change before it crashes, at most. */
  readonly statements: number;
}

/** A step of a random history: blocks are appended or removed, also by a writer that crashes, or the store is opened anew. */
export function randomStep({
  appended,
  removals,
  removalWeight,
  statements,
}: StepBounds): fc.Arbitrary<Step> {
  const append: fc.Arbitrary<Change> = fc.record({
    kind: fc.constant('append' as const),
    blocks: fc.integer({ min: 1, max: appended.blocks }),
    reversible: fc.integer({ min: 0, max: appended.reversible }),
    seed: fc.integer(),
  });
  const removal: fc.Arbitrary<Change> = fc.record({
    kind: fc.constantFrom(...removals),
    blocks: fc.integer({ min: 1, max: 6 }),
  });
  const crash: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant('crash' as const),
    statements: fc.integer({ min: 0, max: statements }),
    change: fc.oneof(append, removal),
  });
  return fc.oneof(
    { weight: 6, arbitrary: append },
    { weight: removalWeight, arbitrary: removal },
    { weight: 2, arbitrary: crash },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
  );
}
