import { setTimeout as pause } from 'node:timers/promises';
import { reasonText } from '../chain/own-nodes';
import type { Ledger } from '../ledger/ledger';
import { LONGEST_LIFETIME_MS } from '../ledger/spending-rules';
import type { Policy } from '../policy/policy';
import { makeStopFile } from '../sending/stop-file';
import { report } from '../visible-json';
import { signedOnChain } from './signed-transactions';

/** Read again at each comparison: blocks of a fork may be replaced by others of the same time. */
const OVERLAP_MS = 10 * 60_000;
const NOT_COMPARED = 'the log was not compared with the chain since the start';

/** A signer that a comparison can stop. */
export interface Stoppable {
  /** Why nothing but cancel_order is signed. */
  stopReason: string | undefined;
  /** Resolves after the first comparison. */
  compared: Promise<void> | undefined;
}

/** Where a comparison begins at one history node. */
type Since = Map<string, number>;

/**
 * Compares the log with the history of the permission while a signer serves, and stops it when the chain has a transaction
 * that the log lacks. Until one comparison was made, nothing is signed; a later one that fails is reported and made again.
 */
export class ChainWatch {
  readonly #ending = new AbortController();
  readonly #since: Since = new Map();

  constructor(
    private readonly policy: Policy,
    private readonly ledger: Pick<Ledger, 'read'>,
    private readonly signer: Stoppable,
    private readonly everyMs: number,
  ) {}

  start(): void {
    this.signer.stopReason = NOT_COMPARED;
    const first = this.#compare();
    this.signer.compared = first.then(() => undefined);
    void this.#repeat(first);
  }

  stop(): void {
    this.#ending.abort();
  }

  async #repeat(first: Promise<boolean>): Promise<void> {
    const { signal } = this.#ending;
    const isEnded = (): Promise<boolean> =>
      pause(this.everyMs, false, { signal, ref: false }).catch(() => true);
    for (let mayGoOn = await first; mayGoOn && !(await isEnded());) mayGoOn = await this.#compare();
  }

  /** Whether to compare again later. Never rejects. */
  async #compare(): Promise<boolean> {
    try {
      const foreign = await this.#foreign();
      if (foreign.length > 0) {
        this.#stopSigner(foreign);
        return false;
      }
      this.signer.stopReason = undefined;
    } catch (error) {
      if (this.#ending.signal.aborted) return false;
      const why = reasonText(error);
      if (this.signer.stopReason !== undefined) this.signer.stopReason = `${NOT_COMPARED}${why}`;
      report(`the log was not compared with the chain${why}`);
    }
    return true;
  }

  /**
   * Transactions of the permission that the log lacks: those that one history has, also where another one fails.
   * @throws Error where there are none, and a history fails
   */
  async #foreign(): Promise<string[]> {
    const { history_nodes = [], account, permission } = this.policy.file;
    const begin = this.#beginning();
    const views = await Promise.all(
      history_nodes.map(async (node) => {
        const since = this.#since.get(node) ?? begin;
        const view = await signedOnChain(node, { account, permission }, since, this.#ending.signal);
        return { ...view, node, since };
      }),
    );
    // Read after the chain: each entry is there before its signature is sent.
    const { state } = this.ledger.read();
    const foreign = views.flatMap(({ blocks }) => [...blocks.keys()].filter((id) => !state.byId.has(id)));
    const problem = views.find((view) => view.problem !== undefined)?.problem;
    if (foreign.length === 0 && problem !== undefined) throw problem;
    for (const { node, since, lastMs } of views) this.#since.set(node, Math.max(since, lastMs - OVERLAP_MS));
    return [...new Set(foreign)];
  }

  /** An owner who put an older log back knows that it lacks signatures up to then. */
  #beginning(): number {
    const { state, events } = this.ledger.read();
    const [first] = events;
    const beganAt = first?.type === 'begin' ? first.at : 0;
    return Math.max(beganAt, (state.putBackAt ?? Number.NEGATIVE_INFINITY) + LONGEST_LIFETIME_MS);
  }

  #stopSigner(foreign: readonly string[]): void {
    const reason = `the chain has ${foreign.length} transactions of the permission that the log lacks, such as ${foreign[0] ?? ''}: the key is used elsewhere, or the log was put back`;
    this.signer.stopReason = reason;
    report(`${reason}. Only cancel_order is signed`);
    const { stop_file } = this.policy.file;
    try {
      if (stop_file !== undefined) makeStopFile(stop_file);
    } catch (error) {
      // This program is stopped without it.
      report(`${stop_file ?? ''} cannot be made: ${String(error)}`);
    }
  }
}
