import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { FollowStatus } from '../follow/follow-status';

/** The counts of this process, in a registry of its own. The label of most is the name of the chain. */
export class HistoryMetrics {
  readonly registry = new Registry();

  readonly commits = this.#counter('history_commits_total', 'Transactions of the store with new blocks');

  readonly undos = this.#counter('history_undo_total', 'Forks: how often blocks were removed from the store');

  readonly #movedRows = this.#counter(
    'history_cold_rows_total',
    'Rows of actions, of transactions, of changed rows and of their indexes that were moved into the cold tier',
  );

  readonly #firstHotBlock = this.#gauge(
    'history_first_hot_block',
    'Actions of the blocks below were moved into the cold tier; known from the first move of the process on',
  );

  /** Any account may send such data, or set such an ABI. */
  readonly undecodable = this.#counter(
    'history_undecodable_total',
    'Values of contracts shown in hex: their ABI does not fit them, or costs too much',
  );

  /** Errors that reached the process itself: each is a defect. */
  readonly unexpectedErrors = new Counter({
    name: 'history_unexpected_errors_total',
    help: 'Errors that no code handled: promise rejections (logged) and exceptions (the process ends)',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });

  /** Requests for the threads, by the class of threads and by how they ended. */
  readonly requests = new Counter({
    name: 'history_requests_total',
    help: 'Requests that threads answer, by class and outcome: answered, full (too many waited), late (deadline), failed (a thread ended), over_budget (of the client)',
    labelNames: ['class', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly threadsReplaced = new Counter({
    name: 'history_threads_replaced_total',
    help: 'Threads of answers that ended, by a defect or because they hung, and were replaced',
    labelNames: ['class'] as const,
    registers: [this.registry],
  });

  readonly #requestsWaiting = new Gauge({
    name: 'history_requests_waiting',
    help: 'Requests that wait for a thread, by class',
    labelNames: ['class'] as const,
    registers: [this.registry],
  });

  readonly #readers: (() => void)[] = [];
  readonly #gauges: readonly (readonly [Gauge<'chain'>, (status: FollowStatus) => number])[] = [
    [
      this.#gauge('history_connected', 'Whether the node is connected'),
      ({ isConnected }) => (isConnected ? 1 : 0),
    ],
    [
      this.#gauge(
        'history_block_lag',
        'Blocks that the index is behind its node, or behind its last irreversible block where only those are followed',
      ),
      ({ targetNum = 0, lastBlockNum = 0 }) => Math.max(0, targetNum - lastBlockNum),
    ],
    [
      this.#gauge('history_last_block', 'Number of the last block that is indexed'),
      ({ lastBlockNum = 0 }) => lastBlockNum,
    ],
    [
      this.#gauge('history_last_commit_seconds', 'Time of the last commit, seconds since 1970'),
      ({ lastCommitMs = 0 }) => lastCommitMs / 1000,
    ],
    [
      this.#gauge('history_failing', 'Whether an error is open; /readyz tells it'),
      ({ error, isStandby }) => (error === undefined || isStandby ? 0 : 1),
    ],
    [
      this.#gauge('history_standby', 'Whether another process writes, and this one waits for its end'),
      ({ isStandby }) => (isStandby ? 1 : 0),
    ],
    [
      this.#gauge('history_remaining_blocks', 'Blocks that a store behind its node still lacks'),
      ({ progress }) => progress?.remainingBlocks ?? 0,
    ],
    [
      this.#gauge('history_blocks_per_second', 'Blocks that a store behind its node gets in a second'),
      ({ progress }) => progress?.blocksPerSecond ?? 0,
    ],
    [
      this.#gauge('history_remaining_seconds', 'Time that a store behind its node still needs, seconds'),
      ({ progress, loading }) => loading?.remainingSeconds ?? progress?.remainingSeconds ?? 0,
    ],
    [
      this.#gauge('history_state_loaded_rows', 'Rows of the first state that are stored, while it is loaded'),
      ({ loading }) => loading?.rows ?? 0,
    ],
    [
      this.#gauge('history_state_remaining_rows', 'Rows of the first state that are left, as an estimate'),
      ({ loading }) => loading?.remainingRows ?? 0,
    ],
    [
      this.#gauge(
        'history_server',
        'Place of the state-history server in use in the order of HISTORY_SHIP_URL, from 1 on',
      ),
      ({ server }) => server,
    ],
    [
      this.#gauge('history_connections', 'Connections to the node since the start'),
      ({ connections }) => connections,
    ],
    [
      this.#gauge(
        'history_refused_messages',
        'Messages of the node, and files of archives, since the start that cannot be read or do not prove themselves: asked for again, never stored',
      ),
      ({ refusals }) => refusals,
    ],
  ];

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    // Prometheus sees no increase in a counter that begins with 1.
    for (const kind of ['rejection', 'exception']) this.unexpectedErrors.inc({ kind }, 0);
  }

  /** 1, with the build as labels. */
  setBuild(labels: { readonly version: string; readonly role: string; readonly node: string }): void {
    new Gauge({
      name: 'history_build_info',
      help: 'Version of this build, role of the process and version of Node',
      labelNames: ['version', 'role', 'node'] as const,
      registers: [this.registry],
    }).set(labels, 1);
  }

  /** Shows how many requests of a class wait, and begins its counts. */
  watchRequests(ofClass: string, outcomes: readonly string[], waiting: () => number): void {
    for (const outcome of outcomes) this.requests.inc({ class: ofClass, outcome }, 0);
    this.threadsReplaced.inc({ class: ofClass }, 0);
    this.#readers.push(() => this.#requestsWaiting.set({ class: ofClass }, waiting()));
  }

  /** Shows the state of a follower whenever the metrics are read. */
  watch(chain: string, statusOf: () => FollowStatus): void {
    this.commits.inc({ chain }, 0);
    this.undos.inc({ chain }, 0);
    this.undecodable.inc({ chain }, 0);
    this.#movedRows.inc({ chain }, 0);
    for (const [gauge, read] of this.#gauges)
      this.#readers.push(() => {
        gauge.set({ chain }, read(statusOf()));
      });
  }

  /** Counts what was moved into the cold tier. */
  moved(chain: string, firstHotBlock: number, movedRows: number): void {
    this.#movedRows.inc({ chain }, movedRows);
    this.#firstHotBlock.set({ chain }, firstHotBlock);
  }

  /** The text of all metrics. */
  async text(): Promise<string> {
    for (const read of this.#readers) read();
    return this.registry.metrics();
  }

  #counter(name: string, help: string): Counter<'chain'> {
    return new Counter({ name, help, labelNames: ['chain'] as const, registers: [this.registry] });
  }

  #gauge(name: string, help: string): Gauge<'chain'> {
    return new Gauge({ name, help, labelNames: ['chain'] as const, registers: [this.registry] });
  }
}
