import type { Clock } from '@app/operations/core';
import type { ChainMetrics } from '../../node/chain-metrics';
import { LRUCache } from 'lru-cache';
import type { UpstreamNode } from '../../node/upstream-node';
import type { NodeCaller } from '../../pool/node-caller';
import { BlocksOfNode } from '../confirm/blocks-of-node';
import { witnesses } from '../confirm/confirmation';
import { agreedBlock, type SeenBlock, type Sighting } from '../confirm/sighting';
import { MAX_LIFE_MS } from '../transaction-life';
import { isAcknowledged, KeptWatches } from './kept-watches';
import type { WatchRecord } from './shared/watch-record';
import { WatchShare } from './shared/watch-share';
import type { WatchStore } from './shared/watch-store';
import { shownInBlock } from './shown-in-block';
import { type EndedPush, isToResend, isVanished, pauseBeforeLook, type WatchedPush } from './watched-push';

/** Parts of the relay and limits that a watch uses. */
export interface PushWatchOptions {
  readonly clock: Clock;
  readonly metrics: ChainMetrics | undefined;
  /**
   * Sends the bytes again, last to the nodes that lost them. Never rejects for errors of nodes.
   * @returns addresses of the nodes that say that they have them now
   */
  readonly resend: (
    transaction: EndedPush['transaction'],
    lostBy: ReadonlySet<string>,
  ) => Promise<ReadonlySet<string>>;
  /** In common with other replicas; undefined: this process is alone. */
  readonly store?: WatchStore | undefined;
  /** Most transactions that are watched at once. */
  readonly maxWatched?: number;
}

const MAX_WATCHED = 10_000;
/** Bodies of all watched transactions; each has 64 KiB at most by the relay, more by the node API. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_NODES = 4;
const LOOKS_AT_ONCE = 8;
const RESENDS_AT_ONCE = 32;
/** Pause between two searches for watches that are due: one block. */
const TICK_MS = 500;
/** Beyond the difference of the clocks of this machine and of producers. */
const CLOCK_MARGIN_MS = 30_000;
/** Half the margin of a lease: a replica whose looks are later than that cannot keep more watches. */
const MAX_LATE_MS = 3_000;
/** A chain that stands still ends no watch otherwise. */
const MAX_AFTER_EXPIRY_MS = 1_800_000;
/** One that no node has said to have by then is not sent again: the life that chains allow, where nothing else is set. */
const MAX_UNACKNOWLEDGED_MS = 3_600_000;
const MS_PER_SECOND = 1_000;
const EVENTS = ['confirmed', 'vanished', 'resent', 'expired', 'dropped', 'taken_over'] as const;

/**
 * Watches pushed transactions of one network until they are in an irreversible block or cannot be executed any more, and
 * sends those again that vanished. In the memory of this process, and in common with other replicas where there is a
 * store: one of them looks, and another one takes over when it ends. Bounded in number, bytes and requests at once.
 */
export class PushWatch {
  readonly #watched: KeptWatches;
  readonly #irreversible = new LRUCache<string, SeenBlock>({
    maxSize: MAX_WATCHED,
    sizeCalculation: () => 1,
  });
  #resending = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #share: WatchShare | undefined;

  constructor(
    private readonly caller: NodeCaller,
    private readonly options: PushWatchOptions,
  ) {
    this.#watched = new KeptWatches({ maxWatched: options.maxWatched ?? MAX_WATCHED, maxBytes: MAX_BYTES });
    if (options.store !== undefined) {
      const own = {
        network: caller.network,
        watched: () => this.#watched.all(),
        room: () => this.#room(),
        wake: () => {
          caller.pool.use();
        },
        take: (record: WatchRecord) => this.#takeOver(record),
        leave: (id: string) => this.#watched.delete(id),
      };
      this.#share = new WatchShare(options.store, own, options.clock);
    }
    for (const event of EVENTS) this.#count(event, 0);
    options.metrics?.pushInclusionSeconds.zero({ network: caller.network });
  }

  /** Begins a watch; one that runs for the same bytes continues. */
  add({ elapsedMs, ...push }: EndedPush): void {
    const startedMs = this.options.clock.monotonicMs() - elapsedMs;
    const watched = this.#begin(push, startedMs, startedMs + pauseBeforeLook(0));
    if (watched !== undefined) void this.#share?.keepOrLeave(watched);
  }

  #begin(push: Omit<EndedPush, 'elapsedMs'>, startedMs: number, nextLookMs: number): WatchedPush | undefined {
    const { id, msToExpiry } = push.transaction;
    if (this.#isClosed || this.#watched.has(id) || this.#irreversible.has(id)) return undefined;
    // No node executes it, and it would be sent again until it expires.
    if (msToExpiry > MAX_LIFE_MS) return undefined;
    const watched: WatchedPush = {
      ...push,
      ...{ startedMs, nextLookMs, looks: 0, blocks: new Map(), block: undefined, lastBlock: undefined },
      acknowledgedAgain: new Set(),
      ...{ isIncluded: false, hasVanished: false, hasFinalLook: false, isShared: false },
    };
    this.#count('dropped', this.#watched.add(watched));
    this.#schedule();
    return this.#watched.get(id);
  }

  /** Of a replica that ended. Its bytes are those of the transaction; whether they are executed is for the nodes to say. */
  #takeOver({ transaction, ...known }: WatchRecord): void {
    const { id, life } = transaction;
    const msToExpiry = life.expiresAtMs - this.caller.pool.headTimeMs;
    const isWatchable = msToExpiry >= -MAX_AFTER_EXPIRY_MS && msToExpiry <= MAX_LIFE_MS;
    if (!isWatchable || this.#irreversible.has(id)) return this.#share?.end(id);
    const nowMs = this.options.clock.monotonicMs();
    // How long it took is not known here. The nodes are polled before the first look.
    const push = { ...known, transaction: { ...transaction, msToExpiry }, isNew: false };
    this.caller.pool.use();
    if (this.#begin(push, nowMs, nowMs + pauseBeforeLook(0)) !== undefined) this.#count('taken_over');
  }

  /**
   * While the chain is unknown, nothing shows whether a transaction can be executed. And a replica that is late with its
   * own looks takes none over: each hand-over postpones a look, so that replicas which all are late would look at nothing.
   */
  #room(): number {
    const isBlind = this.caller.pool.headTimeMs === 0;
    return isBlind || this.#isLate() ? 0 : this.#watched.room;
  }

  #isLate(): boolean {
    const latest = this.options.clock.monotonicMs() - MAX_LATE_MS;
    return [...this.#watched.all()].some(({ nextLookMs }) => nextLookMs < latest);
  }

  /** The block of a transaction that two nodes showed as irreversible; undefined when none is known. */
  irreversibleBlock(id: string): SeenBlock | undefined {
    return this.#irreversible.get(id);
  }

  /**
   * As `irreversibleBlock`, or the block that the watch of another replica ended with, where the nodes show the
   * transaction in it. Never throws for errors of nodes.
   */
  async landedBlock(id: string): Promise<SeenBlock | undefined> {
    const known = this.#irreversible.get(id);
    if (known !== undefined) return known;
    const named = await this.#share?.blockOf(id);
    const block = named === undefined ? undefined : await shownInBlock(this.caller, id, named);
    if (block !== undefined) this.#irreversible.set(id, block);
    return block;
  }

  /** The nodes agreed on the block of a transaction. */
  saw(id: string, block: SeenBlock): void {
    const watched = this.#watched.get(id);
    if (watched === undefined) return;
    if (watched.isNew && !watched.isIncluded) {
      const seconds = (this.options.clock.monotonicMs() - watched.startedMs) / MS_PER_SECOND;
      this.options.metrics?.pushInclusionSeconds.observe({ network: this.caller.network }, seconds);
    }
    watched.isIncluded = true;
    watched.block = block;
    if (!block.isIrreversible) return;
    this.#irreversible.set(id, block);
    this.#end(id, 'confirmed', block.blockNum);
  }

  /** Ends all watches. */
  close(): void {
    this.#isClosed = true;
    this.#share?.close();
    clearTimeout(this.#timer);
    this.#watched.clear();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isClosed || this.#watched.size === 0) return;
    this.#timer = setTimeout(() => void this.#run(), TICK_MS).unref();
  }

  async #run(): Promise<void> {
    try {
      this.caller.pool.use();
      const nowMs = this.options.clock.monotonicMs();
      const due = [...this.#watched.all()].filter((watched) => this.#isDue(watched, nowMs));
      due.sort((one, other) => one.nextLookMs - other.nextLookMs);
      await Promise.all(due.slice(0, LOOKS_AT_ONCE).map((watched) => this.#look(watched, nowMs)));
    } finally {
      this.#timer = undefined;
      this.#schedule();
    }
  }

  #isDue(watched: WatchedPush, nowMs: number): boolean {
    return nowMs >= watched.nextLookMs || (this.#isFinal(watched) && !watched.hasFinalLook);
  }

  /** The pool knows that its block is irreversible: nodes forget its status soon. */
  #isFinal({ block }: WatchedPush): boolean {
    return block !== undefined && block.blockNum <= this.caller.pool.position().irreversibleBlock;
  }

  async #look(watched: WatchedPush, nowMs: number): Promise<void> {
    const { transaction, startedMs } = watched;
    const { id, msToExpiry } = transaction;
    watched.looks += 1;
    watched.hasFinalLook ||= this.#isFinal(watched);
    watched.nextLookMs = nowMs + pauseBeforeLook(watched.looks);
    if ((await this.#share?.keep(watched)) === false) return this.#watched.delete(id);
    // Before the nodes are asked: what they show now is in a block up to it, or in a later one.
    const { headBlock, irreversibleBlock } = this.caller.pool.position();
    const isOver = watched.lastBlock !== undefined && irreversibleBlock > watched.lastBlock;
    const afterExpiryMs = nowMs - startedMs - msToExpiry;
    if (afterExpiryMs > CLOCK_MARGIN_MS) watched.lastBlock ??= headBlock;
    const sightings = await this.#sightings(watched);
    if (this.#isClosed || !this.#watched.has(id)) return;
    const block = agreedBlock(witnesses(this.caller, sightings));
    if (block !== undefined) return this.saw(id, block);
    watched.block = undefined;
    const told = [...sightings].map(([node, sighting]) => ({
      sighting,
      acknowledged: watched.acknowledged.has(node.address),
      isCurrent: this.caller.pool.isOfChain(node) && !this.caller.pool.isBehind(node),
    }));
    if (isOver && isVanished(told)) return this.#end(id, 'expired');
    if (afterExpiryMs > MAX_AFTER_EXPIRY_MS) return this.#end(id, 'dropped');
    const isGivenUp = !isAcknowledged(watched) && nowMs - startedMs > MAX_UNACKNOWLEDGED_MS;
    if (!isToResend(told) || afterExpiryMs > 0 || isGivenUp) return;
    if (!watched.hasVanished) this.#count('vanished');
    watched.hasVanished = true;
    this.#resend(watched);
  }

  /** Nothing waits for it: a node that hangs holds no other watch. More at once are left to the next look. */
  #resend(watched: WatchedPush): void {
    if (this.#resending >= RESENDS_AT_ONCE) return;
    this.#resending += 1;
    this.#count('resent');
    const { transaction, acknowledged, acknowledgedAgain } = watched;
    void this.options
      .resend(transaction, new Set([...acknowledged, ...acknowledgedAgain]))
      // Two nodes that lose it must not get it alone each time.
      .then((by) => {
        for (const address of by) acknowledgedAgain.add(address);
      })
      .finally(() => (this.#resending -= 1));
  }

  /** Those of nodes that did not acknowledge the transaction first: they are asked where not all are. */
  async #sightings(watched: WatchedPush): Promise<ReadonlyMap<UpstreamNode, Sighting>> {
    const { transaction, acknowledged, headBlock, blocks } = watched;
    const usable = this.caller.nodes().filter((node) => !this.caller.pool.isUnfit(node));
    const isOther = (node: UpstreamNode): boolean => !acknowledged.has(node.address);
    const asked = [...usable.filter(isOther), ...usable.filter((node) => !isOther(node))].slice(0, MAX_NODES);
    const signal = new AbortController().signal;
    const sightings = await Promise.all(
      asked.map(async (node) => {
        const known =
          blocks.get(node) ?? new BlocksOfNode(this.caller, node, { id: transaction.id, headBlock });
        blocks.set(node, known);
        return [node, await known.look(signal)] as const;
      }),
    );
    return new Map(sightings);
  }

  #end(id: string, event: (typeof EVENTS)[number], block?: number): void {
    this.#watched.delete(id);
    this.#share?.end(id, block);
    this.#count(event);
  }

  #count(event: (typeof EVENTS)[number], by = 1): void {
    this.options.metrics?.watchedPushes.inc({ network: this.caller.network, event }, by);
  }
}
