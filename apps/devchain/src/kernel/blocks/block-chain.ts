import { bytesToHex, hexToBytes, type PrivateKeyValue } from '@app/antelope';
import { LRUCache } from 'lru-cache';
import { signDigest } from '../keys/keys';
import { packEntry, readEntry } from './block-codec';
import { blockId, numFromId, packHeader, refBlockPrefix } from './block-header';
import { BlockLog } from './block-log';
import type { BlockHeader, BlockHeaderStateRecord, BlockRecord, BlockSummary } from './block-record';
import { headerStateRecord } from './header-state';
import { appendLeaf, EMPTY_MERKLE, type IncrementalMerkle, merkleRootOf } from './incremental-merkle';
import type { PendingBlock } from './pending-block';
import type { ProducerRecord, ProducerScheduleRecord } from './producer-record';
import { blockSigningDigest, scheduleChange, scheduleDigest } from './producer-schedule';
import { ReferenceBlocks } from './reference-blocks';
import type { ReversibleBlock } from './reversible-block';
import { Schedules } from './schedules';
import { slotAtOrAfter, slotAtOrBefore } from './slots';
import { producerAt } from './turns';

export interface BlockChainOptions {
  readonly chainId: string;
  readonly initialTimeMs: number;
  readonly schedule: ProducerScheduleRecord;
  /** Of the producers the chain begins with. */
  readonly producerKey: PrivateKeyValue;
  /** Of producers that may be scheduled later. */
  readonly additionalProducerKeys?: readonly PrivateKeyValue[];
  /** A block is final when this many follow it. */
  readonly finalityDepth: number;
  readonly maxLogBytes: number;
}

/** A block for a signature. */
interface SignedDigest {
  readonly id: string;
  readonly header: BlockHeader;
  readonly digest: Uint8Array;
}

/** Signatures that are kept: those of three hours, 4 MB. Making one takes half a millisecond. */
const MAX_SIGNATURES = 20_000;
const ZERO_ID = '0'.repeat(64);
const GENESIS_NUM = 1;

/** The sealed blocks, from a genesis block that the chain id is part of. All producers are here, so there are no forks. */
export class BlockChain {
  readonly references = new ReferenceBlocks();
  readonly #log: BlockLog;
  // A size of 1 each, not a number of entries: lru-cache would allocate the lists of all at once.
  readonly #signatures = new LRUCache<string, string>({
    maxSize: MAX_SIGNATURES,
    sizeCalculation: () => 1,
  });
  /** The last irreversible block and what follows it, the head being the last. */
  readonly #tail: [ReversibleBlock, ...ReversibleBlock[]];
  readonly schedules: Schedules;

  constructor(private readonly options: BlockChainOptions) {
    this.#log = new BlockLog(options.maxLogBytes);
    this.schedules = new Schedules(options.schedule, options.producerKey, options.additionalProducerKeys);
    this.#tail = [this.#sealGenesis()];
  }

  get head(): ReversibleBlock {
    return this.#tail.at(-1) ?? this.#tail[0];
  }

  get lastIrreversible(): ReversibleBlock {
    return this.#tail[0];
  }

  get earliestNum(): number {
    return this.#log.firstNum;
  }

  get memoryUsage(): { blocks: number; bytes: number } {
    return { blocks: this.#log.count, bytes: this.#log.byteLength };
  }

  /** The slot of a block opened now: blocks never share one, never lie in the past, and wait for a producer. */
  nextSlot(nowMs: number): number {
    return this.schedules.ableSlot(Math.max(slotAtOrBefore(this.head.timeMs) + 1, slotAtOrAfter(nowMs)));
  }

  /** @param proposal producers that a transaction of the block proposed */
  seal(pending: PendingBlock, proposal?: readonly ProducerRecord[]): BlockSummary {
    const previous = this.head;
    const { active } = this.schedules;
    const announced = this.schedules.advance(pending.num, this.#irreversibleAfter(pending.num));
    const blockrootMerkle = appendLeaf(previous.blockrootMerkle, hexToBytes(previous.id));
    const header: BlockHeader = {
      timeMs: pending.timeMs,
      producer: producerAt(active, pending.slot).producer,
      confirmed: 0,
      previous: previous.id,
      transactionMroot: bytesToHex(pending.transactionMroot),
      actionMroot: bytesToHex(pending.actionMroot),
      scheduleVersion: active.version,
      extensions: announced === undefined ? [] : [scheduleChange(announced)],
    };
    const block = this.#append(pending.num, header, blockrootMerkle, pending);
    this.#tail.push(block);
    while (this.#tail.length > this.options.finalityDepth + 1) this.#tail.shift();
    if (proposal !== undefined) this.schedules.propose(proposal, block.num);
    return block;
  }

  /** Undefined for a block that is not, or no longer, there. */
  block(numOrId: number | string): BlockRecord | undefined {
    const num = typeof numOrId === 'number' ? numOrId : numFromId(numOrId);
    const entry = this.#log.read(num);
    if (entry === undefined) return undefined;
    const block = readEntry(num, entry, (signed) => this.#signatureOf(signed));
    return typeof numOrId === 'number' || block.id === numOrId ? block : undefined;
  }

  #signatureOf({ id, header, digest }: SignedDigest): string {
    const known = this.#signatures.get(id) ?? signDigest(this.schedules.signingKey(header), digest);
    this.#signatures.set(id, known);
    return known;
  }

  /** Of a block above the last irreversible one. */
  headerState(numOrId: number | string): BlockHeaderStateRecord | undefined {
    const reversible = this.#tail.slice(1).find(({ num, id }) => num === numOrId || id === numOrId);
    const block = reversible && this.block(reversible.num);
    const signer = block && this.schedules.producer(block.header);
    if (reversible === undefined || block === undefined || signer === undefined) return undefined;
    const irreversibleNum = this.#irreversibleAfter(block.num);
    return headerStateRecord(block, reversible, { signer, irreversibleNum });
  }

  save() {
    return {
      tail: [...this.#tail],
      log: this.#log.save(),
      references: this.references.save(),
      schedules: this.schedules.save(),
    };
  }

  load({ tail, log, references, schedules }: ReturnType<BlockChain['save']>): void {
    this.#tail.splice(0, this.#tail.length, ...tail);
    this.#log.load(log);
    this.references.load(references);
    this.schedules.load(schedules);
  }

  /** The block that is final once the one with that number is sealed. */
  #irreversibleAfter(num: number): number {
    return Math.max(GENESIS_NUM, num - this.options.finalityDepth);
  }

  #sealGenesis(): ReversibleBlock {
    const { chainId, initialTimeMs } = this.options;
    const header: BlockHeader = {
      timeMs: initialTimeMs,
      producer: '',
      confirmed: 1,
      previous: ZERO_ID,
      transactionMroot: ZERO_ID,
      actionMroot: chainId,
      scheduleVersion: 0,
      extensions: [],
    };
    return this.#append(GENESIS_NUM, header, EMPTY_MERKLE);
  }

  #append(
    num: number,
    header: BlockHeader,
    blockrootMerkle: IncrementalMerkle,
    pending?: PendingBlock,
  ): ReversibleBlock {
    const packed = packHeader(header);
    const id = bytesToHex(blockId(packed, num));
    const schedules = this.schedules.now;
    const schedule = scheduleDigest(schedules.pending ?? schedules.active);
    const digest = blockSigningDigest(packed, merkleRootOf(blockrootMerkle), schedule);
    this.#log.append(num, packEntry(packed, digest, pending?.transactions ?? []));
    this.references.add(num, refBlockPrefix(id));
    return { num, id, timeMs: header.timeMs, producer: header.producer, blockrootMerkle, schedules };
  }
}
