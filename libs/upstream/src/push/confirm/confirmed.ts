import type { ConfirmedOutcome, PushOutcome } from '../push-facts';
import type { SeenBlock } from './sighting';

/**
 * The outcome of a push after the look at blocks: the word of a node that has accepted a transaction says nothing about
 * a block. Pure.
 */
export function confirmed(outcome: PushOutcome, block: SeenBlock | undefined): ConfirmedOutcome {
  const isUnknown = outcome.status === 'unknown';
  if (block === undefined) {
    const status = isUnknown ? 'unknown' : 'pending';
    return { status, finality: 'speculative', blockNum: null, blockTimeMs: null };
  }
  const { blockNum, blockTimeMs, isIrreversible } = block;
  const finality = isIrreversible ? 'irreversible' : 'in_block';
  return { status: isUnknown ? 'executed' : outcome.status, finality, blockNum, blockTimeMs };
}
