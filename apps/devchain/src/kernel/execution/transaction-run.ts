import type { ChainState } from '../state/chain-state';
import { ChainError } from '../sdk/errors/chain-error';
import type { Contract } from '../sdk/contract';
import type { ActionData, ActionTrace, RowDelta } from './trace';
import { ActionRun } from './action-run';
import { CPU_COST_US } from './cpu-cost';

/** The chain services that executions use. */
export interface ExecutionHost {
  readonly chainId: string;
  readonly state: ChainState;
  readonly contracts: ReadonlyMap<string, Contract>;
}

/** Facts about the transaction of an execution. */
export interface TransactionFacts {
  readonly id: string;
  readonly blockNum: number;
  readonly blockTimeMs: number;
  readonly isReadOnly: boolean;
  /** False in a dry run without signatures: authorities may stay unsatisfied. */
  readonly mustSatisfy: boolean;
}

/** One transaction while it runs: schedules actions, gathers their traces. */
export class TransactionRun {
  readonly actionTraces: ActionTrace[] = [];
  readonly receiptDigests: Uint8Array[] = [];
  readonly rowDeltas: RowDelta[] = [];
  /** Accounts that use more RAM than before somewhere or may use less, and have to stay within their quota. */
  readonly ramToCheck = new Set<string>();
  cpuUs: number = CPU_COST_US.transaction;

  constructor(
    readonly host: ExecutionHost,
    readonly transaction: TransactionFacts,
  ) {}

  /** Runs the actions of a transaction, context-free ones first. */
  execute(contextFreeActions: readonly ActionData[], actions: readonly ActionData[]): void {
    for (const act of contextFreeActions) this.schedule(act, act.account, { contextFree: true });
    for (const act of actions) this.schedule(act, act.account, {});
    for (let ordinal = 1; ordinal <= contextFreeActions.length + actions.length; ordinal++) {
      this.executeScheduled(ordinal, 0);
    }
  }

  /** Gives an action its place among the traces, to be executed later. */
  schedule(
    act: ActionData,
    receiver: string,
    { contextFree = false, creatorOrdinal = 0, ancestorOrdinal = 0 }: ScheduleOptions,
  ): number {
    const ordinal = this.actionTraces.length + 1;
    this.actionTraces.push({
      ordinal,
      creatorOrdinal,
      closestUnnotifiedAncestorOrdinal: ancestorOrdinal,
      receiver,
      act,
      contextFree,
      elapsedUs: 0,
      console: '',
      ramDeltas: [],
      returnValue: NOTHING,
    });
    return ordinal;
  }

  executeScheduled(ordinal: number, depth: number): void {
    new ActionRun(this, ordinal, depth).execute();
  }

  trace(ordinal: number): ActionTrace {
    const trace = this.actionTraces[ordinal - 1];
    if (trace === undefined)
      throw new ChainError('transaction', `no action has the ordinal ${String(ordinal)}`);
    return trace;
  }
}

interface ScheduleOptions {
  contextFree?: boolean;
  creatorOrdinal?: number;
  ancestorOrdinal?: number;
}

const NOTHING = new Uint8Array();
