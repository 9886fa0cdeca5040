import type { FinalityExtension, QcClaim } from '@app/ship';
import { orderedDifference } from './ordered-difference';

/** A producer with its keys, as headers have it. */
export type HeaderProducer = NonNullable<
  FinalityExtension['newProposerPolicy']
>['producers']['insertIndexes'][number]['value'];

interface Policy {
  readonly version: number;
  readonly proposalTime: number;
  readonly producers: readonly HeaderProducer[];
}

interface Link {
  readonly source: number;
  readonly target: number;
  readonly isStrong: boolean;
}

/**
 * The state of a node behind a block with instant finality, with all links and blocks of its finality core. Written after
 * Spring (block_header_state.cpp, finality_core.cpp), and by nothing of the code that derives the history.
 */
export interface NodeState {
  readonly num: number;
  readonly slot: number;
  /** The first one is that of the last claim that made a block final. */
  readonly links: readonly Link[];
  /** Blocks from the last final one to the one before. */
  readonly refs: readonly { readonly num: number; readonly slot: number }[];
  readonly active: Policy;
  readonly pending?: Policy | undefined;
  readonly proposed?: Policy | undefined;
}

const TURN = 12;
const turnOf = (slot: number): number => Math.floor(slot / TURN);
const isSameProducer = (left: HeaderProducer, right: HeaderProducer): boolean =>
  JSON.stringify(left, plain) === JSON.stringify(right, plain);
const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** The block in which finalizers were set first. */
export const switchedState = (
  num: number,
  slot: number,
  version: number,
  producers: readonly HeaderProducer[],
): NodeState => ({
  ...{ num, slot, refs: [], active: { version, proposalTime: 0, producers } },
  links: [{ source: num, target: num, isStrong: false }],
});

export const claimOf = ({ links }: NodeState): QcClaim => {
  const last = links.at(-1)!;
  return { blockNum: last.target, isStrong: last.isStrong };
};

const lastFinalSlot = ({ refs, slot }: NodeState): number => refs[0]?.slot ?? slot;

/** The policy of a block behind this one. */
function policyBehind(state: NodeState, slot: number): Policy {
  if (turnOf(slot) === turnOf(state.slot)) return state.active;
  const isFinal = (policy: Policy): boolean => policy.proposalTime <= lastFinalSlot(state);
  const { proposed, pending } = state;
  const priorTurn = (turnOf(state.slot) - 1) * TURN;
  if (proposed !== undefined && proposed.proposalTime < priorTurn && isFinal(proposed)) return proposed;
  if (pending !== undefined && isFinal(pending)) return pending;
  return state.active;
}

/** The producer of a block behind this one. */
export function producerBehind(state: NodeState, slot: number): bigint {
  const { producers } = policyBehind(state, slot);
  return producers[turnOf(slot) % producers.length]!.producerName;
}

/** The next block at a slot with a claim, which may propose producers, and what its header says. */
export function nextState(
  state: NodeState,
  slot: number,
  claim: QcClaim,
  producers?: readonly HeaderProducer[],
): { readonly state: NodeState; readonly extension: FinalityExtension } {
  const num = state.num + 1;
  const policies = promotedPolicies(state, slot);
  const last = state.proposed ?? state.pending ?? state.active;
  const proposal = producers && {
    version: last.version + 1,
    proposalTime: slot,
    producers: orderedDifference(last.producers, producers, isSameProducer),
  };
  const proposed =
    producers && proposal ? { version: proposal.version, proposalTime: slot, producers } : policies.proposed;
  return {
    state: { num, slot, ...nextCore(state, claim), ...policies, proposed },
    extension: { qcClaim: claim, newProposerPolicy: proposal },
  };
}

function promotedPolicies(
  state: NodeState,
  slot: number,
): Pick<NodeState, 'active' | 'pending' | 'proposed'> {
  let { active, pending, proposed } = state;
  const behind = policyBehind(state, slot);
  if (behind !== active) {
    active = behind;
    if (proposed !== undefined && behind === proposed) proposed = pending = undefined;
    else if (pending !== undefined && behind === pending) pending = undefined;
  }
  if (turnOf(state.slot) < turnOf(slot) && proposed !== undefined && pending === undefined) {
    pending = proposed;
    proposed = undefined;
  }
  return { active, pending, proposed };
}

function nextCore(state: NodeState, { blockNum, isStrong }: QcClaim): Pick<NodeState, 'links' | 'refs'> {
  const { links, refs } = state;
  const own = { num: state.num, slot: state.slot };
  const link = isStrong ? links.find(({ source }) => source === blockNum)! : links[0]!;
  const final = link.target;
  return {
    links: [
      ...links.filter(({ source }) => source >= link.source),
      { source: state.num + 1, target: blockNum, isStrong },
    ],
    refs: [...refs, own].filter(({ num }) => num >= final),
  };
}
