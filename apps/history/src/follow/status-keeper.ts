import type { Clock } from '@app/operations';
import type { ShipStatus } from '@app/ship';
import type { BlockWrites } from '../derive/block-writes';
import { RefusedArchiveError } from '../segments/archive-errors';
import type { FollowListener, LoadListener } from './block-derivation';
import { SecondWriterError } from '../store/errors';
import type { HistoryWriter, IndexProgress, StateLoad } from '../store/port';
import { loadingState } from '../store/records';
import { CatchUp } from './catch-up';
import { FailureLog } from './failure-log';
import { isRefusal } from './follow-errors';
import { ReportedBlocks } from './reported-blocks';
import type { FollowLog } from './follow-log';
import { INITIAL_STATUS, type FollowStatus } from './follow-status';

/** Reversible blocks of 125 producers, the most of a schedule, before instant finality. A server may claim any number. */
const MAX_REVERSIBLE = 2_100;
/** On average: no block becomes irreversible where a third of the slots is empty. */
const MAX_BLOCK_INTERVAL_MS = 750;
/** Interval of the log line of the progress while catching up. */
const PROGRESS_LOG_MS = 10_000;

/**
 * The status of a follower. It listens to changes of the store, and passes them on to the outer listener after it has
 * recorded them.
 */
export class StatusKeeper implements FollowListener, LoadListener {
  status: FollowStatus = INITIAL_STATUS;
  /** Commits since the start. */
  commits = 0;
  readonly #catchUp = new CatchUp();
  #progressLoggedMs = 0;
  readonly #failures: FailureLog;
  /** Messages that are logged, since the last commit. */
  readonly #archiveFailures = new Set<string>();
  readonly #reported = new ReportedBlocks();

  constructor(
    private readonly outer: FollowListener,
    private readonly logger: FollowLog,
    private readonly clock: Clock,
    private readonly irreversibleOnly: boolean,
  ) {
    this.#failures = new FailureLog(logger, clock);
  }

  /** The last block that the node would send now. */
  get nodeNum(): number {
    return this.status.targetNum ?? 0;
  }

  /** Longest age of a block that the node sends as soon as it can; 0 for its head. */
  get finalityMs(): number {
    const { nodeHeadNum = 0, targetNum = 0 } = this.status;
    return Math.min(Math.max(0, nodeHeadNum - targetNum), MAX_REVERSIBLE) * MAX_BLOCK_INTERVAL_MS;
  }

  get isBehind(): boolean {
    return this.nodeNum > (this.status.lastBlockNum ?? 0);
  }

  /** The node answered, and this process writes. */
  connected(): void {
    this.#failures.connected();
    if (this.status.isStandby) this.#update({ isStandby: false, error: undefined });
    this.#update({ isConnected: true, connections: this.status.connections + 1 });
  }

  /** From now on the server at this place is used. */
  uses(server: number): void {
    this.#update({ server });
  }

  disconnected(): void {
    this.#update({ isConnected: false, isReady: false, progress: undefined, loading: undefined });
  }

  /** The request for blocks is on its way. */
  started(lastBlockNum: number | undefined): void {
    this.#catchUp.start(this.clock.monotonicMs());
    this.#update({ lastBlockNum });
    if (!this.isBehind) this.#recovered({});
  }

  /** The node reported its head. */
  node({ head, lastIrreversible }: Pick<ShipStatus, 'head' | 'lastIrreversible'>): void {
    const [nodeHeadNum, nodeIrreversibleNum] = [head.blockNum, lastIrreversible.blockNum];
    const targetNum = this.irreversibleOnly ? nodeIrreversibleNum : nodeHeadNum;
    this.#update({ nodeHeadNum, nodeIrreversibleNum, targetNum });
  }

  /** @param hasEnded whether no other attempt is made */
  failed(error: unknown, hasEnded: boolean): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#failures.failed(error, message);
    const isStandby = error instanceof SecondWriterError;
    const refusals = this.status.refusals + (isRefusal(error) ? 1 : 0);
    this.#update({ error: message, isReady: false, hasEnded, isStandby, refusals });
  }

  /** An archive cannot be read, or a file of it was refused: logged once until a commit. */
  archiveFailed(error: Error): void {
    if (error instanceof RefusedArchiveError) this.#update({ refusals: this.status.refusals + 1 });
    if (this.#archiveFailures.has(error.message)) return;
    this.#archiveFailures.add(error.message);
    this.logger.error({ err: error }, 'an archive cannot be used');
  }

  committed(blocks: readonly Pick<BlockWrites, 'block'>[], irreversibleNum: number): void {
    const lastBlockNum = blocks.at(-1)?.block.num ?? 0;
    const nowMs = this.clock.monotonicMs();
    this.commits += 1;
    this.#archiveFailures.clear();
    this.#catchUp.note(blocks.length, nowMs);
    const progress = this.#catchUp.progress(lastBlockNum, this.nodeNum, nowMs);
    this.#recovered({ progress, lastBlockNum, lastCommitMs: this.clock.now(), loading: undefined });
    this.#logProgress(progress, nowMs);
    this.#tell(blocks, irreversibleNum);
  }

  /** A part of the state of the first block was written: it is not ready before the block itself. */
  loaded(load: StateLoad): void {
    const nowMs = this.clock.monotonicMs();
    const loading = loadingState(load);
    this.commits += 1;
    this.#failures.recovered();
    this.#update({ loading, lastCommitMs: this.clock.now(), isStandby: false, error: undefined });
    if (nowMs - this.#progressLoggedMs < PROGRESS_LOG_MS) return;
    this.#progressLoggedMs = nowMs;
    this.logger.info({ ...loading }, 'loading the state of the first block');
  }

  /** Blocks of a range were written; `remaining` are left to be read. */
  filled(blocks: number, remaining: number): void {
    const nowMs = this.clock.monotonicMs();
    this.#catchUp.note(blocks, nowMs);
    const progress = this.#catchUp.progressOf(remaining, nowMs);
    this.#recovered({ progress, lastCommitMs: this.clock.now() });
    this.#logProgress(progress, nowMs);
  }

  /** Ranges that were written before became part of the history. */
  connectedBlocks(blocks: readonly Pick<BlockWrites, 'block'>[]): void {
    const lastBlockNum = blocks.at(-1)?.block.num ?? 0;
    this.commits += 1;
    this.#update({ lastBlockNum });
    this.#tell(blocks, lastBlockNum);
  }

  /** Reports a fork that the store applied without a report to the listeners. */
  async comparedWith(writer: HistoryWriter): Promise<void> {
    const num = await this.#reported.forkedFrom(writer);
    if (num !== undefined) this.undone(num);
  }

  undone(num: number): void {
    this.#reported.undone(num);
    this.#update({ lastBlockNum: num === 0 ? undefined : num });
    this.outer.undone(num);
  }

  #tell(blocks: readonly Pick<BlockWrites, 'block'>[], irreversibleNum: number): void {
    this.#reported.committed(blocks, irreversibleNum);
    this.outer.committed(blocks, irreversibleNum);
  }

  #logProgress(progress: IndexProgress | undefined, nowMs: number): void {
    if (progress === undefined || nowMs - this.#progressLoggedMs < PROGRESS_LOG_MS) return;
    this.#progressLoggedMs = nowMs;
    this.logger.info({ block: this.status.lastBlockNum ?? 0, ...progress }, 'catching up with the node');
  }

  #recovered(change: Partial<FollowStatus>): void {
    this.#failures.recovered();
    this.#update({ ...change, isReady: true, isStandby: false, error: undefined });
  }

  #update(change: Partial<FollowStatus>): void {
    this.status = { ...this.status, ...change };
  }
}
