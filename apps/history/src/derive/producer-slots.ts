import { ValueError } from '@app/antelope';
import { hasInstantFinality } from '@app/ship';
import type {
  BlockHeader,
  BlockWrites,
  MissedBlockWrite,
  ProposerPolicies,
  ProposerPolicy,
  ScheduleWrite,
} from './block-writes';
import type { ChainTail } from './chain-tail';
import { missedBlocks, producerOfSlot } from './missed-blocks';
import { GENESIS_POLICY, policiesAfter, policiesOfSwitch, policyAt } from './proposer-policies';
import { roundStart, slotOf, slotTimeMs, TURN_SLOTS } from './slots';

/** The parts of the writes of a block that say who produces. */
type ProducerWrites = Pick<BlockWrites, 'block' | 'schedules' | 'finality'>;

/** The part of the writes of a block that depends on those before it. */
export type OrderedWrites = Pick<BlockWrites, 'schedules' | 'missedBlocks' | 'proposers'>;

const isGenesis = ({ version }: ProposerPolicy): boolean => version === GENESIS_POLICY.version;

/**
 * Finds the empty slots between blocks that follow each other, by the schedules that they announce or, with instant
 * finality, propose. Before the first of them there is no producer to miss a block: a chain is set up, and its genesis
 * time may lie years back.
 */
export class ProducerSlots {
  #previous: Pick<BlockHeader, 'timeMs' | 'scheduleVersion'> | undefined;
  #announced = new Map<number, ProposerPolicy>();
  /** Undefined before instant finality, and where they are not known. */
  #policies: ProposerPolicies | undefined;

  /** Continues behind the last block of a store; undefined for an empty one. */
  resume(tail: ChainTail | undefined): void {
    this.#previous = tail;
    this.#announced = new Map(tail?.schedules.map((schedule) => [schedule.version, schedule]));
    this.#policies = tail?.policies;
  }

  /** The policies behind the first block, of a state that has them. */
  begin(policies: ProposerPolicies): void {
    this.#policies = policies;
  }

  /** True before the first block. */
  get isEmpty(): boolean {
    return this.#previous === undefined;
  }

  /** The part of the next block that depends on those before it. */
  ordered(writes: ProducerWrites): OrderedWrites {
    const added = hasInstantFinality(writes.block) ? this.#withFinality(writes) : this.#announcedBy(writes);
    this.#previous = writes.block;
    return { ...added, schedules: [...writes.schedules, ...added.schedules] };
  }

  /** A block whose header has the version of its schedule. */
  #announcedBy({ block, schedules }: ProducerWrites): OrderedWrites {
    const { scheduleVersion } = block;
    const active = this.#announced.get(scheduleVersion);
    const missed =
      this.#previous === undefined || active === undefined
        ? []
        : missedUnder(active, this.#previous.timeMs, block.timeMs);
    for (const { kind, version, producers } of schedules)
      if (kind === 'activated') this.#announced.set(version, { version, producers });
    for (const version of this.#announced.keys())
      if (version < scheduleVersion) this.#announced.delete(version);
    return { schedules: [], missedBlocks: missed };
  }

  #withFinality({ block, finality }: ProducerWrites): OrderedWrites {
    const previous = this.#previous;
    const isSwitch = previous !== undefined && !hasInstantFinality(previous);
    const before = isSwitch ? this.#policiesOfSwitch(previous.scheduleVersion) : this.#policies;
    const repeated = isSwitch && before !== undefined ? this.#discarded(before.active) : [];
    if (before === undefined) return { schedules: [], missedBlocks: [] };
    if (previous === undefined)
      return { schedules: knownSchedules(before), missedBlocks: [], proposers: { policies: before } };
    const slots = { previous: slotOf(previous.timeMs), own: slotOf(block.timeMs) };
    const after = finality && knownAfter(before, slots.previous, { ...block, slot: slots.own, finality });
    this.#policies = after;
    const isChanged = isSwitch || after !== before;
    const proposers = isChanged ? { proposers: { policies: after } } : {};
    if (after === undefined) return { schedules: repeated, missedBlocks: [], ...proposers };
    return {
      schedules: [...repeated, ...changedSchedules(before, after)],
      missedBlocks: missedBetween(before, slots.previous, slots.own),
      ...proposers,
    };
  }

  /** The schedule that is active at the switch stays so. */
  #policiesOfSwitch(version: number): ProposerPolicies | undefined {
    const active = version === GENESIS_POLICY.version ? GENESIS_POLICY : this.#announced.get(version);
    return active && policiesOfSwitch(active);
  }

  /** The switch drops an announced schedule that is not active yet: then the active one is the newest again. */
  #discarded(active: ProposerPolicy): ScheduleWrite[] {
    const isDropped = [...this.#announced.keys()].some((version) => version > active.version);
    this.#announced.clear();
    return isDropped && !isGenesis(active) ? [{ kind: 'activated', ...active }] : [];
  }
}

/** The policies behind a block; undefined where they are not known, or the block is of another producer than theirs. */
function knownAfter(
  before: ProposerPolicies,
  previousSlot: number,
  block: Parameters<typeof policiesAfter>[2] & Pick<BlockHeader, 'producer'>,
): ProposerPolicies | undefined {
  try {
    const after = policiesAfter(before, previousSlot, block);
    const names = after.active.producers.map(({ name }) => name);
    return producerOfSlot(block.slot, names) === block.producer ? after : undefined;
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}

const scheduleWrite = (
  kind: ScheduleWrite['kind'],
  { version, producers }: ProposerPolicy,
): ScheduleWrite => ({ kind, version, producers });

/** Those that the state of the first block has: of its block, as all that is older. */
const knownSchedules = ({ active, pending, proposed }: ProposerPolicies): ScheduleWrite[] => [
  ...[pending, proposed].flatMap((policy) =>
    policy === undefined ? [] : [scheduleWrite('proposed', policy)],
  ),
  scheduleWrite('activated', active),
];

function changedSchedules(before: ProposerPolicies, { active, proposed }: ProposerPolicies): ScheduleWrite[] {
  const isProposal = proposed !== undefined && proposed.blockNum !== before.proposed?.blockNum;
  return [
    ...(isProposal ? [scheduleWrite('proposed', proposed)] : []),
    ...(active === before.active ? [] : [scheduleWrite('activated', active)]),
  ];
}

/** With instant finality: a turn that has begun stays with its schedule, the turns behind it have that of the block. */
function missedBetween(policies: ProposerPolicies, previousSlot: number, slot: number): MissedBlockWrite[] {
  const turnEnd = Math.min(slot, roundStart(previousSlot) + TURN_SLOTS);
  const later = policyAt(policies, previousSlot, slot);
  if (later === policies.active) return missedUnder(later, slotTimeMs(previousSlot), slotTimeMs(slot));
  return [
    ...missedUnder(policies.active, slotTimeMs(previousSlot), slotTimeMs(turnEnd)),
    ...missedUnder(later, slotTimeMs(turnEnd - 1), slotTimeMs(slot)),
  ];
}

function missedUnder(policy: ProposerPolicy, previousTimeMs: number, timeMs: number): MissedBlockWrite[] {
  if (isGenesis(policy)) return [];
  const names = policy.producers.map(({ name }) => name);
  return missedBlocks(previousTimeMs, { timeMs, scheduleVersion: policy.version }, names);
}
