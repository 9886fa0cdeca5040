import type { PrivateKeyValue } from '@app/antelope';
import { publicKeyOf } from '@app/antelope';
import { keyId } from '../authority';
import type { ProducerRecord, ProducerScheduleRecord } from '../records';
import { BLOCKS_IN_A_ROW, producerAt } from './turns';

/** A change of the schedule on its way: nodes wait until the block it stands in is final. */
interface Waiting {
  readonly producers: readonly ProducerRecord[];
  readonly blockNum: number;
}

/**
 * Who makes blocks when. A proposal becomes pending when its block is final, and active when the block in which it
 * became pending is final. Producers make blocks while they are online and their key is held here.
 */
export class Schedules {
  private readonly byVersion: Map<number, ProducerScheduleRecord>;
  private readonly keys: ReadonlyMap<string, PrivateKeyValue>;
  private readonly offlineProducers = new Set<string>();
  private current: ProducerScheduleRecord;
  private proposed: Waiting | undefined;
  private promoted: Waiting | undefined;

  constructor(
    initial: ProducerScheduleRecord,
    private readonly mainKey: PrivateKeyValue,
    furtherKeys: readonly PrivateKeyValue[] = [],
  ) {
    this.current = initial;
    this.byVersion = new Map([[initial.version, initial]]);
    this.keys = new Map([mainKey, ...furtherKeys].map((key) => [keyId(publicKeyOf(key)), key]));
  }

  get active(): ProducerScheduleRecord {
    return this.current;
  }

  get pending(): ProducerScheduleRecord | undefined {
    return this.promoted && { version: this.current.version + 1, producers: this.promoted.producers };
  }

  get offline(): ReadonlySet<string> {
    return this.offlineProducers;
  }

  /** Takes a producer offline, or back. Gives false, and changes nothing, when nobody would be left. */
  setOnline(producer: string, isOnline: boolean): boolean {
    const wasOffline = this.offlineProducers.has(producer);
    if (isOnline) this.offlineProducers.delete(producer);
    else this.offlineProducers.add(producer);
    if (this.current.producers.some((record) => this.canProduce(record))) return true;
    if (!wasOffline) this.offlineProducers.delete(producer);
    return false;
  }

  /** The first slot from there on whose producer can make its block. */
  ableSlot(from: number): number {
    const round = this.current.producers.length * BLOCKS_IN_A_ROW;
    for (let slot = from; slot < from + round; slot++) {
      if (this.isAble(slot)) return slot;
    }
    return from;
  }

  isAble(slot: number): boolean {
    return this.canProduce(producerAt(this.current, slot));
  }

  /** The key that signs a block. */
  signingKey(scheduleVersion: number, producer: string): PrivateKeyValue {
    const record = this.byVersion.get(scheduleVersion)?.producers.find((each) => each.producer === producer);
    return (record && this.heldKey(record)) ?? this.mainKey;
  }

  /** Goes on after a block, in which a proposal may have been made. */
  afterBlock(
    blockNum: number,
    irreversibleNum: number,
    proposal: readonly ProducerRecord[] | undefined,
  ): void {
    if (proposal !== undefined) this.proposed = { producers: proposal, blockNum };
    if (this.promoted !== undefined && irreversibleNum >= this.promoted.blockNum)
      this.activate(this.promoted);
    if (
      this.proposed !== undefined &&
      this.promoted === undefined &&
      irreversibleNum >= this.proposed.blockNum
    ) {
      this.promoted = { producers: this.proposed.producers, blockNum };
      this.proposed = undefined;
    }
  }

  save() {
    const { current, proposed, promoted } = this;
    return {
      current,
      proposed,
      promoted,
      byVersion: [...this.byVersion],
      offline: [...this.offlineProducers],
    };
  }

  load({ current, proposed, promoted, byVersion, offline }: ReturnType<Schedules['save']>): void {
    this.current = current;
    this.proposed = proposed;
    this.promoted = promoted;
    this.byVersion.clear();
    for (const [version, schedule] of byVersion) this.byVersion.set(version, schedule);
    this.offlineProducers.clear();
    for (const producer of offline) this.offlineProducers.add(producer);
  }

  /** A schedule of which nobody can make a block here would be the end of the chain: it never becomes active. */
  private activate({ producers }: Waiting): void {
    this.promoted = undefined;
    if (!producers.some((record) => this.canProduce(record))) return;
    this.current = { version: this.current.version + 1, producers };
    this.byVersion.set(this.current.version, this.current);
  }

  private canProduce(record: ProducerRecord): boolean {
    return !this.offlineProducers.has(record.producer) && this.heldKey(record) !== undefined;
  }

  private heldKey({ keys }: ProducerRecord): PrivateKeyValue | undefined {
    return keys.map(({ key }) => this.keys.get(keyId(key))).find((key) => key !== undefined);
  }
}
