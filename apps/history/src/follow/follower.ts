import { equalBytes } from '@app/antelope';
import type { Clock } from '@app/operations';
import type { ShipStatus } from '@app/ship';
import { setTimeout as delay } from 'node:timers/promises';
import { ArchiveFill } from './archive-fill';
import { arrivingState, type FollowedResult } from './arriving-state';
import { firstBlockToFollow, requireContinuation, requireIrreversible } from './available-blocks';
import { Backfill } from './backfill';
import { BlockAges } from './block-ages';
import { BlockApplier } from './block-applier';
import { checkedChainId } from './chain-check';
import { connectSource } from './connect-source';
import { ConnectionError, isFatal, isRewind } from './follow-errors';
import type { FollowOptions } from './follow-options';
import type { FollowStatus } from './follow-status';
import { LargeMessage } from './large-message';
import { Retention } from './retention';
import { retryDelay } from './retry-delay';
import { askStatus, statusOf } from './server-status';
import { ShipServers } from './ship-servers';
import type { ShipSource } from './ship-source';
import { rangeRequest, startRequest } from './start-request';
import { SnapshotStart, type StartParts } from './snapshot-start';
import { StateLoader } from './state-loader';
import { StatusKeeper } from './status-keeper';
import { untilAborted } from './until-aborted';

/** Attempts in a row that fail by an error that no attempt mends, before it ends the follower. */
const FATAL_ATTEMPTS = 3;
/** Consecutive answers that report a head which is never sent, before the connection is made again. */
const STALLED_ANSWERS = 2;

export interface FollowerParts extends StartParts {
  readonly clock: Clock;
}

/**
 * Follows a node and keeps the store equal to its chain: every block once, in order, forks undone. The store holds the
 * position, so the follower may end at any moment and continue later. A gap is an error and never skipped.
 */
export class Follower {
  readonly #keeper: StatusKeeper;
  readonly #servers: ShipServers;
  readonly #archives: ArchiveFill;
  /** The block behind which another source than files was used, as it was logged. */
  #passedOnAt: number | undefined;
  readonly #snapshot: SnapshotStart;

  constructor(private readonly parts: FollowerParts) {
    const { listener, logger, clock, options } = parts;
    this.#servers = new ShipServers([options.url, ...(options.otherUrls ?? [])], clock);
    this.#keeper = new StatusKeeper(listener, logger, clock, options.irreversibleOnly);
    this.#archives = new ArchiveFill({ ...parts, keeper: this.#keeper });
    this.#snapshot = new SnapshotStart({ ...parts, listener: this.#keeper });
  }

  get status(): FollowStatus {
    return this.#keeper.status;
  }

  /**
   * Follows until the signal. Errors of the node, the connection and the store are retried. Throws WrongChainError and
   * IrreversibleForkError, which no attempt mends, when they come again.
   */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    let fatal = 0;
    while (!signal.aborted) {
      const commitsBefore = this.#keeper.commits;
      try {
        await this.#session(signal);
      } catch (error) {
        if (signal.aborted) return;
        const isRepeated = this.#keeper.commits === commitsBefore;
        failures = isRepeated ? failures + 1 : 1;
        fatal = isFatal(error) ? (isRepeated ? fatal : 0) + 1 : 0;
        this.#keeper.failed(error, fatal === FATAL_ATTEMPTS);
        if (fatal === FATAL_ATTEMPTS) throw error;
        this.#useNextAfter(error, failures > 1);
      }
      // The next server is asked at once, and each of them again after a while.
      const wait = retryDelay(Math.ceil(failures / this.#servers.count), this.parts.options.retry);
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  #useNextAfter(error: unknown, isRepeated: boolean): void {
    if (!this.#servers.failed(error, isRepeated)) return;
    const { place, count } = this.#servers;
    this.#keeper.uses(place);
    const text = `state-history server ${String(place)} of ${String(count)} is used from now on`;
    this.parts.logger.warn({ err: error }, text);
  }

  /** With the server that is used now. */
  get #options(): FollowOptions {
    return { ...this.parts.options, url: this.#servers.url };
  }

  async #session(signal: AbortSignal): Promise<void> {
    const { writer } = this.parts;
    const options = this.#options;
    const socket = await connectSource(options, signal);
    try {
      const status = await this.#askStatus(socket);
      // Building indexes of a large store takes minutes.
      await untilAborted(writer.open(checkedChainId(status, options.chainId)), signal);
      this.#keeper.connected();
      await this.#keeper.comparedWith(writer);
      await this.#snapshot.run(socket, status, await this.#loader(), signal);
      // The next session continues behind what the archives had.
      if (await this.#archives.run(socket, status, signal)) return;
      await this.#follow(socket, status, signal).catch((error: unknown) =>
        this.#rewind(this.#archives.failureOf(error)),
      );
    } finally {
      this.#keeper.disconnected();
      socket.close();
    }
  }

  async #follow(socket: ShipSource, status: ShipStatus, signal: AbortSignal): Promise<void> {
    const { options, writer, derivation } = this.parts;
    const cursor = await writer.cursor();
    if (this.#isAtEnd(socket, cursor?.num)) return this.#passOn(socket);
    if (cursor !== undefined) requireContinuation(status, cursor);
    const firstNum = cursor === undefined ? firstBlockToFollow(status, options.firstBlock) : cursor.num + 1;
    const fillTo = await this.#fillTo(status, firstNum, signal);
    if (fillTo !== undefined) {
      requireIrreversible(status, fillTo, 'up to which the store is filled');
      if (cursor === undefined) await this.#applyFirst(socket, status, firstNum);
      const parts = { ...this.parts, options: this.#options, keeper: this.#keeper, status };
      return new Backfill(parts).run(fillTo, signal);
    }
    const retention = new Retention(writer, options);
    const loader = await this.#loader();
    const applied = { writer, derivation, listener: this.#keeper, status };
    const applier = await BlockApplier.resume({ ...applied, firstNum, loader });
    const stateBegin = stateBeginOf(loader, status, firstNum);
    const request = startRequest(firstNum, await writer.reversible(), options);
    socket.send({ type: 'get_blocks_request_v0', ...request });
    this.#keeper.started(applier.lastNum);
    await this.#stream(socket, signal, stateBegin, async (results) => {
      await applier.apply(results, socket.prove);
      socket.send({ type: 'get_blocks_ack_request_v0', numMessages: results.length });
      await retention.afterCommit(applier.lastNum ?? 0);
      return applier.lastTimeMs;
    });
  }

  /** Loads the state of the first block in parts; undefined where the store has, or had, blocks. */
  async #loader(): Promise<StateLoader | undefined> {
    const { writer, derivation, clock } = this.parts;
    return (await writer.canLoad()) ? new StateLoader(writer, derivation, this.#keeper, clock) : undefined;
  }

  /** Whether the files of a node have nothing behind the block, while there is a server that may have it. */
  #isAtEnd({ endNum }: ShipSource, num = 0): boolean {
    return this.#servers.count > 1 && endNum !== undefined && num >= endNum;
  }

  #passOn({ endNum }: ShipSource): void {
    this.#servers.ended();
    const { place, count } = this.#servers;
    this.#keeper.uses(place);
    if (endNum === undefined || endNum === this.#passedOnAt) return;
    this.#passedOnAt = endNum;
    const text = `the files of the node end: state-history server ${String(place)} of ${String(count)} is used behind them`;
    this.parts.logger.info({ block: endNum }, text);
  }

  /** Last block of the first fill by several sessions; undefined when there is none. */
  async #fillTo(status: ShipStatus, nextNum: number, signal: AbortSignal): Promise<number | undefined> {
    const { options, writer } = this.parts;
    const begun = await writer.filling();
    if (begun !== undefined) return begun;
    const { sessions, rangeBlocks } = options.backfill;
    if (sessions <= 1) return undefined;
    const to = await this.#irreversibleForAll(status, signal);
    return to - nextNum >= rangeBlocks && (await writer.beginFill(to)) ? to : undefined;
  }

  /** The store keeps the end of its first fill, so no server alone names one that no other will ever have. */
  async #irreversibleForAll({ chainId, lastIrreversible }: ShipStatus, signal: AbortSignal): Promise<number> {
    const { options } = this.parts;
    const urls = this.#servers.others;
    const others = await Promise.all(urls.map((url) => statusOf({ ...options, url }, signal)));
    const numbers = others.flatMap((other) =>
      other !== undefined && isSameChain(other.chainId, chainId) ? [other.lastIrreversible.blockNum] : [],
    );
    return Math.min(lastIrreversible.blockNum, ...numbers);
  }

  /**
   * The first block comes before all others: its deltas are the whole state. Of a node that was started from a snapshot
   * it is stored with the block after it.
   */
  async #applyFirst(socket: ShipSource, status: ShipStatus, num: number): Promise<void> {
    const { options, writer, derivation } = this.parts;
    const loader = await this.#loader();
    const applied = { writer, derivation, listener: this.#keeper, status };
    const applier = await BlockApplier.resume({ ...applied, firstNum: num, loader });
    const stateBegin = stateBeginOf(loader, status, num);
    socket.send({ type: 'get_blocks_request_v0', ...rangeRequest({ from: num, to: num + 1 }, options) });
    for (let answer = 0; answer <= STALLED_ANSWERS + 1; answer++) {
      await applier.apply(await this.#nextBlocks(socket, stateBegin), socket.prove);
      if (applier.lastNum === num + 1) return;
    }
    throw new ConnectionError(`the node does not send block ${String(num)}`);
  }

  async #stream(
    socket: ShipSource,
    signal: AbortSignal,
    stateBegin: number | undefined,
    apply: (results: readonly FollowedResult[]) => Promise<number | undefined>,
  ): Promise<void> {
    const { clock, options } = this.parts;
    let ages = new BlockAges(clock, options.standstillMs);
    let stalledAnswers = 0;
    while (!signal.aborted) {
      if (this.#isAtEnd(socket, this.status.lastBlockNum)) return this.#passOn(socket);
      const results = await this.#nextBlocks(socket, stateBegin);
      const last = results.at(-1);
      if (last !== undefined) {
        this.#keeper.node(last);
        const timeMs = await apply(results);
        // Loading takes long, and is no standstill of the node.
        if (last.state !== undefined) ages = new BlockAges(clock, options.standstillMs);
        if (timeMs !== undefined) ages.saw(timeMs + this.#keeper.finalityMs);
      }
      const complaint = this.#servers.count > 1 ? ages.complaint : undefined;
      if (complaint !== undefined) throw new ConnectionError(complaint);
      stalledAnswers = last === undefined && this.#keeper.isBehind ? stalledAnswers + 1 : 0;
      if (stalledAnswers >= STALLED_ANSWERS)
        throw new ConnectionError(
          `the node sends nothing after block ${String(this.status.lastBlockNum)}, and its ${this.parts.options.irreversibleOnly ? 'last irreversible block' : 'head'} is block ${String(this.#keeper.nodeNum)}`,
        );
    }
  }

  /**
   * The blocks that have come, at most a batch; none when the node answered a question for its status instead.
   * @param stateBegin block whose large state is given while it arrives, as the last one of the batch
   */
  async #nextBlocks(socket: ShipSource, stateBegin: number | undefined): Promise<FollowedResult[]> {
    const { silenceMs, batchBlocks, statePartRows } = this.parts.options;
    let message = await socket.nextMessage(silenceMs);
    if (message === undefined) {
      socket.send({ type: 'get_status_request_v0' });
      message = await socket.nextMessage(silenceMs);
      if (message === undefined)
        throw new ConnectionError(`the node does not answer within ${String(silenceMs)} ms`);
    }
    const results: FollowedResult[] = [];
    for (;;) {
      if (message instanceof LargeMessage) {
        const state = stateBegin && arrivingState(message, stateBegin, statePartRows);
        if (state) return [...results, state];
        message = await socket.wholeResult(message);
      }
      if (message?.type === 'get_blocks_result_v0') results.push(message);
      else if (message !== undefined) this.#keeper.node(message);
      if (socket.waiting === 0 || results.length >= batchBlocks) return results;
      message = await socket.nextMessage(0);
    }
  }

  async #askStatus(socket: ShipSource): Promise<ShipStatus> {
    const status = await askStatus(socket, this.parts.options.connectTimeoutMs);
    this.#keeper.node(status);
    return status;
  }

  /** A development chain that was taken back below its irreversible block is read again from its first block. */
  async #rewind(error: unknown): Promise<void> {
    if (!isRewind(error) || !this.parts.options.allowsRewinds) throw error;
    this.parts.logger.warn({ err: error }, 'development chain was taken back, history is read again');
    await this.parts.writer.reset();
    this.#keeper.undone(0);
  }
}

/** Servers of old versions do not name their chain. */
const isSameChain = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined || equalBytes(one, other);

/** The block whose state can be loaded in parts: the first one of the store, where the state log begins with it. */
const stateBeginOf = (
  loader: StateLoader | undefined,
  { chainStateBeginBlock }: ShipStatus,
  firstNum: number,
): number | undefined => (loader !== undefined && firstNum === chainStateBeginBlock ? firstNum : undefined);
