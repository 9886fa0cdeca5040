import type { PrivateKeyValue } from '@app/antelope';
import { publicKeyOf } from '../keys/keys';
import { keyId } from '../sdk/authority';
import type { BlockHeader } from './block-record';
import type { ProducerRecord, ProducerScheduleRecord } from './producer-record';
import { scheduleDigest } from './producer-schedule';
import { BLOCKS_IN_A_ROW, producerAt } from './turns';

/** Producers that a transaction proposed; nodes wait until its block is final. */
export interface Proposal {
  readonly producers: readonly ProducerRecord[];
  readonly blockNum: number;
}

/** A proposal with the number that its schedule will have. */
export type OpenProposal = Proposal & ProducerScheduleRecord;

/** The schedules as they are from a block on. */
export interface ScheduleState {
  readonly active: ProducerScheduleRecord;
  /** Announced by a block and not active yet. */
  readonly pending?: ProducerScheduleRecord;
  /** The block that announced the newest schedule, be it pending or active by now; 0 when none did. */
  readonly announcedNum: number;
}

/**
 * Producer schedules over time. A proposal becomes pending, which a block announces in its header, when the block it was made
 * in is final, and active when the block that announced it is final. Producers make blocks while they are online and
 * their key is known here. Source: eosio::chain::controller and block_header_state.
 */
export class Schedules {
  readonly #byVersion: Map<number, ProducerScheduleRecord>;
  readonly #keys: ReadonlyMap<string, PrivateKeyValue>;
  readonly #offlineProducers = new Set<string>();
  #state: ScheduleState;
  #proposal: Proposal | undefined;

  constructor(
    initial: ProducerScheduleRecord,
    private readonly mainKey: PrivateKeyValue,
    additionalKeys: readonly PrivateKeyValue[] = [],
  ) {
    this.#state = { active: initial, announcedNum: 0 };
    this.#byVersion = new Map([[initial.version, initial]]);
    this.#keys = new Map([mainKey, ...additionalKeys].map((key) => [keyId(publicKeyOf(key)), key]));
  }

  get now(): ScheduleState {
    return this.#state;
  }

  get active(): ProducerScheduleRecord {
    return this.#state.active;
  }

  /** The schedule in `proposed`, with the block it was proposed in. */
  get openProposal(): OpenProposal | undefined {
    return this.#proposal && { ...this.#proposal, version: this.#newest.version + 1 };
  }

  /** Waits for the block it was proposed in to be final. */
  get proposed(): ProducerScheduleRecord | undefined {
    return this.#proposal && { version: this.#newest.version + 1, producers: this.#proposal.producers };
  }

  get offline(): ReadonlySet<string> {
    return this.#offlineProducers;
  }

  /**
   * Takes a producer offline, or back. Gives false, and changes nothing, when no producer would be left: now, or once the
   * pending schedule is active, which a block has promised.
   */
  setOnline(producer: string, isOnline: boolean): boolean {
    const wasOffline = this.#offlineProducers.has(producer);
    if (isOnline) this.#offlineProducers.delete(producer);
    else this.#offlineProducers.add(producer);
    if (this.#canGoOn(this.active.producers) && this.#canGoOn(this.#newest.producers)) return true;
    if (!wasOffline) this.#offlineProducers.delete(producer);
    return false;
  }

  /** The first slot from there on whose producer can make its block. */
  ableSlot(from: number): number {
    const round = this.active.producers.length * BLOCKS_IN_A_ROW;
    for (let slot = from; slot < from + round; slot++) {
      if (this.isAble(slot)) return slot;
    }
    return from;
  }

  isAble(slot: number): boolean {
    return this.#canProduce(producerAt(this.active, slot));
  }

  /** The scheduled producer of a block; undefined for the genesis block. */
  producer({ scheduleVersion, producer }: BlockHeader): ProducerRecord | undefined {
    return this.#byVersion.get(scheduleVersion)?.producers.find((each) => each.producer === producer);
  }

  /** The key that signs a block. */
  signingKey(header: BlockHeader): PrivateKeyValue {
    const record = this.producer(header);
    return (record && this.#heldKey(record)) ?? this.mainKey;
  }

  /**
   * Applies a block that is being sealed: a pending schedule becomes active after it, or a proposal becomes pending
   * in it, never both. Gives the schedule it has to announce. One whose producers are all offline waits: it would be
   * the end of the chain.
   */
  advance(blockNum: number, irreversibleNum: number): ProducerScheduleRecord | undefined {
    const { active, pending, announcedNum } = this.#state;
    if (pending !== undefined) {
      if (irreversibleNum >= announcedNum) this.#activate(pending);
      return undefined;
    }
    const { proposed } = this;
    const proposal = this.#proposal;
    if (proposal === undefined || irreversibleNum < proposal.blockNum) return undefined;
    if (!this.#canGoOn(proposal.producers)) return undefined;
    this.#proposal = undefined;
    this.#state = { active, pending: proposed, announcedNum: blockNum };
    return proposed;
  }

  /** Takes the place of a proposal that is not pending yet. The producers there are anyway are no proposal. */
  propose(producers: readonly ProducerRecord[], blockNum: number): void {
    const newest = this.#newest;
    const isSame = scheduleDigest({ ...newest, producers }).equals(scheduleDigest(newest));
    this.#proposal = isSame ? undefined : { producers, blockNum };
  }

  save() {
    const state = this.#state;
    const proposal = this.#proposal;
    return {
      state,
      proposal,
      byVersion: [...this.#byVersion],
      offline: [...this.#offlineProducers],
    };
  }

  load({ state, proposal, byVersion, offline }: ReturnType<Schedules['save']>): void {
    this.#state = state;
    this.#proposal = proposal;
    this.#byVersion.clear();
    for (const [version, schedule] of byVersion) this.#byVersion.set(version, schedule);
    this.#offlineProducers.clear();
    for (const producer of offline) this.#offlineProducers.add(producer);
  }

  /** The schedule the next one follows. */
  get #newest(): ProducerScheduleRecord {
    return this.#state.pending ?? this.#state.active;
  }

  #activate(schedule: ProducerScheduleRecord): void {
    this.#state = { active: schedule, announcedNum: this.#state.announcedNum };
    this.#byVersion.set(schedule.version, schedule);
  }

  #canGoOn(producers: readonly ProducerRecord[]): boolean {
    return producers.some((record) => this.#canProduce(record));
  }

  #canProduce(record: ProducerRecord): boolean {
    return !this.#offlineProducers.has(record.producer) && this.#heldKey(record) !== undefined;
  }

  #heldKey({ keys }: ProducerRecord): PrivateKeyValue | undefined {
    return keys.map(({ key }) => this.#keys.get(keyId(key))).find((key) => key !== undefined);
  }
}
