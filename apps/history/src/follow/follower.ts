import type { Clock } from '@app/operations';
import type { GetBlocksResult, ShipStatus } from '@app/ship';
import { setTimeout as delay } from 'node:timers/promises';
import type { HistoryWriter } from '../store/port';
import { firstBlockToFollow, requireContinuation } from './available-blocks';
import { BlockApplier } from './block-applier';
import type { BlockDerivation, FollowListener } from './block-derivation';
import { checkedChainId } from './chain-check';
import { ConnectionError, isFatal, isRewind } from './follow-errors';
import type { FollowLog } from './follow-log';
import type { FollowOptions } from './follow-options';
import { INITIAL_STATUS, type FollowStatus } from './follow-status';
import { Retention } from './retention';
import { retryDelay } from './retry-delay';
import { ShipSocket } from './ship-socket';
import { startRequest } from './start-request';

/** `server` header of development chains, which may take back irreversible blocks. */
const DEVELOPMENT_SERVER = 'state_history/devchain';
/** Answers in a row that tell of a head that never comes, before the connection is made again. */
const STALLED_ANSWERS = 2;

export interface FollowerParts {
  readonly options: FollowOptions;
  readonly writer: HistoryWriter;
  readonly derivation: BlockDerivation;
  readonly listener: FollowListener;
  readonly logger: FollowLog;
  readonly clock: Clock;
}

/**
 * Follows a node and keeps the store equal to its chain: every block once, in order, forks undone. The store holds the
 * position, so the follower may end at any moment and continue later. A gap is an error and never skipped.
 */
export class Follower {
  private current: FollowStatus = INITIAL_STATUS;
  private commits = 0;

  constructor(private readonly parts: FollowerParts) {}

  get status(): FollowStatus {
    return this.current;
  }

  /**
   * Follows until the signal. Errors of the node, the connection and the store are retried. Throws WrongChainError and
   * IrreversibleForkError, which no attempt mends.
   */
  async run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const commitsBefore = this.commits;
      try {
        await this.session(signal);
      } catch (error) {
        if (signal.aborted) return;
        failures = this.commits === commitsBefore ? failures + 1 : 1;
        this.report(error);
        if (isFatal(error)) throw error;
      }
      const wait = retryDelay(failures, this.parts.options.retry);
      await delay(wait, undefined, { signal }).catch(() => undefined);
    }
  }

  private async session(signal: AbortSignal): Promise<void> {
    const { options, writer } = this.parts;
    const socket = await ShipSocket.connect(options, signal);
    try {
      const status = await this.askStatus(socket);
      await writer.open(checkedChainId(status, options.chainId));
      this.update({ isConnected: true, connections: this.current.connections + 1 });
      const allowsRewinds = options.allowsRewinds || socket.serverHeader.startsWith(DEVELOPMENT_SERVER);
      await this.follow(socket, status, signal).catch((error: unknown) => this.rewind(error, allowsRewinds));
    } finally {
      this.update({ isConnected: false, isReady: false });
      socket.close();
    }
  }

  private async follow(socket: ShipSocket, status: ShipStatus, signal: AbortSignal): Promise<void> {
    const { options, writer, derivation, listener } = this.parts;
    const cursor = await writer.cursor();
    if (cursor !== undefined) requireContinuation(status, cursor);
    const firstNum = cursor === undefined ? firstBlockToFollow(status, options.firstBlock) : cursor.num + 1;
    const retention = new Retention(writer, options.keepBlocks);
    const applier = await BlockApplier.resume(writer, derivation, listener, status, firstNum);
    this.update({ lastBlockNum: applier.lastNum });
    const request = startRequest(firstNum, await writer.reversible(), options);
    socket.send({ type: 'get_blocks_request_v0', ...request });
    if (!this.isBehind(applier)) this.update({ isReady: true, error: undefined });
    await this.stream(socket, applier, retention, signal);
  }

  private async stream(
    socket: ShipSocket,
    applier: BlockApplier,
    retention: Retention,
    signal: AbortSignal,
  ): Promise<void> {
    let stalledAnswers = 0;
    while (!signal.aborted) {
      const results = await this.nextBlocks(socket);
      if (results.length > 0) {
        stalledAnswers = 0;
        await this.apply(socket, applier, results);
        await retention.afterCommit(applier.lastNum ?? 0);
      } else {
        stalledAnswers = this.isBehind(applier) ? stalledAnswers + 1 : 0;
        if (stalledAnswers >= STALLED_ANSWERS)
          throw new ConnectionError(
            `the node sends nothing after block ${String(applier.lastNum)}, and its head is block ${String(this.current.nodeHeadNum)}`,
          );
      }
    }
  }

  private async apply(
    socket: ShipSocket,
    applier: BlockApplier,
    results: readonly GetBlocksResult[],
  ): Promise<void> {
    await applier.apply(results);
    this.commits += 1;
    socket.send({ type: 'get_blocks_ack_request_v0', numMessages: results.length });
    const { head, lastIrreversible } = results[results.length - 1] ?? {};
    this.update({
      isReady: true,
      error: undefined,
      nodeHeadNum: head?.blockNum,
      nodeIrreversibleNum: lastIrreversible?.blockNum,
      lastBlockNum: applier.lastNum,
      lastCommitMs: this.parts.clock.now(),
    });
  }

  /** The blocks that have come, at most a batch; none when the node answered a question for its status instead. */
  private async nextBlocks(socket: ShipSocket): Promise<GetBlocksResult[]> {
    const { silenceMs, batchBlocks } = this.parts.options;
    let message = await socket.next(silenceMs);
    if (message === undefined) {
      socket.send({ type: 'get_status_request_v0' });
      message = await socket.next(silenceMs);
      if (message === undefined)
        throw new ConnectionError(`the node does not answer within ${String(silenceMs)} ms`);
    }
    const results: GetBlocksResult[] = [];
    for (;;) {
      if (message?.type === 'get_blocks_result_v0') results.push(message);
      else if (message !== undefined) this.noteStatus(message);
      if (socket.waiting === 0 || results.length >= batchBlocks) return results;
      message = await socket.next(0);
    }
  }

  private isBehind(applier: BlockApplier): boolean {
    const { nodeHeadNum = 0, nodeIrreversibleNum = 0 } = this.current;
    const last = this.parts.options.irreversibleOnly ? nodeIrreversibleNum : nodeHeadNum;
    return last > (applier.lastNum ?? 0);
  }

  private async askStatus(socket: ShipSocket): Promise<ShipStatus> {
    socket.send({ type: 'get_status_request_v0' });
    const status = await socket.next(this.parts.options.connectTimeoutMs);
    if (status?.type !== 'get_status_result_v0')
      throw new ConnectionError('the node did not answer with its status');
    this.noteStatus(status);
    return status;
  }

  private noteStatus({ head, lastIrreversible }: ShipStatus): void {
    this.update({ nodeHeadNum: head.blockNum, nodeIrreversibleNum: lastIrreversible.blockNum });
  }

  /** A development chain that was taken back below its irreversible block is read again from its first block. */
  private async rewind(error: unknown, allowsRewinds: boolean): Promise<void> {
    if (!isRewind(error) || !allowsRewinds) throw error;
    this.parts.logger.warn({ err: error }, 'development chain was taken back, history is read again');
    await this.parts.writer.reset();
    this.parts.listener.undone(0);
  }

  private report(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    if (message !== this.current.error) this.parts.logger.error({ err: error }, 'following the node failed');
    this.update({ error: message, isReady: false, hasEnded: isFatal(error) });
  }

  private update(change: Partial<FollowStatus>): void {
    this.current = { ...this.current, ...change };
  }
}
