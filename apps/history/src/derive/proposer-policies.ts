import { nameToValue, ValueError } from '@app/antelope';
import { applyOrderedDiff } from '@app/ship';
import type {
  FinalityWrite,
  ProposedPolicy,
  ProposerPolicies,
  ProposerPolicy,
  ScheduledProducer,
} from './block-writes';
import { roundStart, TURN_SLOTS } from './slots';

/** A block with instant finality, as far as policies depend on it. */
export interface FinalityBlock {
  readonly num: number;
  readonly slot: number;
  readonly finality: FinalityWrite;
}

/**
 * The producer of the genesis. Its key is that of the genesis, which no block names: a schedule that keeps it is not
 * known.
 */
const GENESIS_PRODUCER: ScheduledProducer = { name: nameToValue('eosio'), threshold: 0, keys: [] };

export const GENESIS_POLICY: ProposerPolicy = { version: 0, producers: [GENESIS_PRODUCER] };

/** The policies of the switch to instant finality: it begins with the schedule of the block before. */
export const policiesOfSwitch = (active: ProposerPolicy): ProposerPolicies => ({
  active,
  pending: undefined,
  proposed: undefined,
});

/**
 * The policy of a block at a slot that would follow one at `previousSlot`. A policy becomes active with the first block of
 * a later round, when the block that proposed it is final for the block before.
 * Source: block_header_state::get_active_proposer_policy_for_block_at.
 */
export function policyAt(
  { active, pending, proposed }: ProposerPolicies,
  previousSlot: number,
  slot: number,
): ProposerPolicy {
  const round = roundStart(previousSlot);
  if (slot < round + TURN_SLOTS) return active;
  if (proposed?.isFinal === true && proposed.slot < round - TURN_SLOTS) return proposed;
  return pending?.isFinal === true ? pending : active;
}

/**
 * The policies behind a block. The same object where it changes none.
 * Source: evaluate_proposer_policies_for_promotion and finish_next of block_header_state.
 * Throws ValueError where the proposal of the block is none of these policies.
 */
export function policiesAfter(
  before: ProposerPolicies,
  previousSlot: number,
  block: FinalityBlock,
): ProposerPolicies {
  const { active, pending, proposed } = promoted(before, previousSlot, block.slot);
  const after = {
    active,
    pending: pending && claimedBy(pending, block),
    proposed:
      block.finality.proposal === undefined
        ? proposed && claimedBy(proposed, block)
        : proposalOf(before, block),
  };
  const isSame =
    after.active === before.active && after.pending === before.pending && after.proposed === before.proposed;
  return isSame ? before : after;
}

function promoted(before: ProposerPolicies, previousSlot: number, slot: number): ProposerPolicies {
  const active = policyAt(before, previousSlot, slot);
  let { pending, proposed } = before;
  if (active === proposed) [pending, proposed] = [undefined, undefined];
  else if (active === pending) pending = undefined;
  const isFirstOfRound = previousSlot < roundStart(slot);
  if (isFirstOfRound && pending === undefined) [pending, proposed] = [proposed, undefined];
  return {
    active: active === before.active ? active : { version: active.version, producers: active.producers },
    pending,
    proposed,
  };
}

/** The proposal of a block: a difference from the policy that was proposed last before it. */
function proposalOf(
  { active, pending, proposed }: ProposerPolicies,
  { num, slot, finality }: FinalityBlock,
): ProposedPolicy | undefined {
  const { proposal } = finality;
  if (proposal === undefined) return undefined;
  if (proposal.slot !== slot) throw new ValueError(`block ${String(num)} proposes producers of another time`);
  const producers = applyOrderedDiff((proposed ?? pending ?? active).producers, proposal.producers);
  if (producers.length === 0 || producers.some(({ keys }) => keys.length === 0))
    throw new ValueError(`the keys of the producers that block ${String(num)} proposes are not known`);
  return { version: proposal.version, producers, blockNum: num, slot, claimedIn: undefined, isFinal: false };
}

/**
 * A block is final when a later one claims a strong certificate of a block that claims one of it or of a block behind it:
 * claims never go back. Source: finality_core::next, the rule of two chains.
 */
function claimedBy(policy: ProposedPolicy, { num, finality: { claim } }: FinalityBlock): ProposedPolicy {
  const { blockNum, claimedIn, isFinal } = policy;
  if (isFinal || claim.blockNum < blockNum) return policy;
  if (claimedIn === undefined) return { ...policy, claimedIn: num };
  return claim.isStrong && claim.blockNum >= claimedIn ? { ...policy, isFinal: true } : policy;
}
