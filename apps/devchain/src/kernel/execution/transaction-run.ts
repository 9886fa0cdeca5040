import type { ActionData } from '../sdk/action-data';
import type { Contract } from '../sdk/contract';
import { ChainError } from '../sdk/errors/chain-error';
import type { ChainState } from '../state/chain-state';
import { CPU_COST_US } from './cpu-cost';
import type { ActionTrace, RowChange } from './trace';

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

/** The record of a transaction while it runs: scheduled actions and their traces, row changes, costs. */
export class TransactionRun {
  readonly actionTraces: ActionTrace[] = [];
  readonly receiptDigests: Uint8Array[] = [];
  readonly rowChanges: RowChange[] = [];
  /** Accounts that use more RAM than before somewhere or may use less, and have to stay within their quota. */
  readonly ramToCheck = new Set<string>();
  cpuUs: number = CPU_COST_US.transaction;
  /** NET of the transaction in bytes; 0 until what it refers to is checked. */
  netBytes = 0;

  constructor(
    readonly host: ExecutionHost,
    readonly transaction: TransactionFacts,
  ) {}

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
