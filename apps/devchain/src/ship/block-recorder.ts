import { equalBytes, hexToBytes } from '@app/antelope';
import type { BlockChanges } from '../kernel/blocks/block-changes';
import type { Chain } from '../kernel/chain';
import { StateDeltas } from './deltas/state-deltas';
import { EntryLog, logOf, type SavedLog } from './log/entry-log';
import { packTraces } from './traces/transaction-traces';

/** About half a day of a chain with simulated traffic. */
const DEFAULT_LOG_BYTES = 64 * 1024 * 1024;
const NO_BLOCK = '0'.repeat(64);

/** Notices of the recorder. */
export interface RecorderListener {
  /** A block was added to the log. */
  appended(): void;
  /** The blocks from this number on are others than before, or were undone. */
  replaced(fromNum: number): void;
}

/**
 * Records the history of a chain. The entry of its first block is the whole state, also after older ones were dropped.
 */
export class BlockRecorder {
  #current: EntryLog;
  readonly #deltas: StateDeltas;
  readonly #listeners = new Set<RecorderListener>();

  /** To be created between two blocks. */
  constructor(
    private readonly chain: Chain,
    private readonly maxLogBytes = DEFAULT_LOG_BYTES,
  ) {
    this.#deltas = new StateDeltas(chain.chainId);
    this.#current = this.#newLog();
    chain.events.changes.add((changes) => this.#record(changes));
  }

  /** Another one after `load`. */
  get log(): EntryLog {
    return this.#current;
  }

  /** Returns a function that removes the listener. */
  listen(listener: RecorderListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  save(): SavedLog {
    return this.#current.save();
  }

  /**
   * Continues after the chain was restored. A log that does not end at the head of the chain, or that was not saved,
   * is replaced by one that begins there.
   */
  load(saved: SavedLog | undefined): void {
    const before = this.#current;
    const kept = saved && new EntryLog(this.maxLogBytes, saved);
    this.#current = kept !== undefined && this.#endsAtHead(kept) ? kept : this.#newLog();
    this.#deltas.reset(this.chain.stateView());
    const fromNum = firstDifference(before, this.#current);
    for (const listener of this.#listeners) listener.replaced(fromNum);
  }

  #record(changes: BlockChanges): void {
    const { block, traces, transactions } = changes;
    const deltas = this.#deltas.ofBlock(changes, this.chain.stateView());
    const entry = { traces: packTraces(traces, transactions), deltas };
    this.#current.append({ num: block.num, id: hexToBytes(block.id), entry }, () =>
      this.#deltas.whole(this.chain.stateView()),
    );
    for (const listener of this.#listeners) listener.appended();
  }

  #newLog(): EntryLog {
    const { num, id } = this.chain.head();
    const previousId = this.chain.block(num)?.header.previous ?? NO_BLOCK;
    const entry = { deltas: this.#deltas.whole(this.chain.stateView()) };
    return new EntryLog(this.maxLogBytes, logOf({ num, id: hexToBytes(id), entry }, hexToBytes(previousId)));
  }

  #endsAtHead(log: EntryLog): boolean {
    const { num, id } = this.chain.head();
    return log.lastNum === num && hasId(log, num, hexToBytes(id));
  }
}

/** The lowest number from which on two logs have no block in common. */
function firstDifference(left: EntryLog, right: EntryLog): number {
  let num = Math.min(left.lastNum, right.lastNum);
  const lowest = Math.max(left.firstNum, right.firstNum);
  while (num >= lowest && !hasId(left, num, right.id(num))) num--;
  return num + 1;
}

function hasId(log: EntryLog, num: number, id: Uint8Array | undefined): boolean {
  const own = log.id(num);
  return own !== undefined && id !== undefined && equalBytes(own, id);
}
