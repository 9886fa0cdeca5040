import type { ActionData } from '../sdk/action-data';
import { ChainError } from '../sdk/errors/chain-error';
import type { Row, TablePlace } from '../store/table';

/** Proof of one execution at one receiver. Sequences count from 1. */
export interface ActionReceipt {
  receiver: string;
  /** 64 hex characters. */
  actDigest: string;
  globalSequence: number;
  recvSequence: number;
  /** Sorted by account value. */
  authSequence: readonly (readonly [account: string, sequence: number])[];
  codeSequence: number;
  abiSequence: number;
}

/** One execution: an action at its own account, or a notification of another. */
export interface ActionTrace {
  /** From 1, in the order of scheduling; the order of execution is the receipt's global sequence. */
  ordinal: number;
  /** 0 for an action of the transaction itself. */
  creatorOrdinal: number;
  closestUnnotifiedAncestorOrdinal: number;
  receiver: string;
  act: ActionData;
  contextFree: boolean;
  elapsedUs: number;
  console: string;
  /** Absent while not executed: a failed transaction may have scheduled more than it ran. */
  receipt?: ActionReceipt;
  /** Sorted by account value; bytes. */
  ramDeltas: readonly { account: string; delta: number }[];
  returnValue: Uint8Array;
  except?: ChainError;
}

/** One write of one table row. */
export interface RowChange {
  place: TablePlace;
  /** Absent when the row is new. */
  before?: Row;
  /** Absent when the row was erased. */
  after?: Row;
  /** Payer of the table before the write; absent when the row is its first. */
  tablePayer?: string;
}

export type TransactionReceiptStatus = 'executed' | 'soft_fail' | 'hard_fail' | 'delayed' | 'expired';

/** Trace of a transaction. Action traces are in ordinal order. */
export interface TransactionTrace {
  id: string;
  /** The block it went into, or would have. */
  blockNum: number;
  blockTimeMs: number;
  /** Absent on a failed transaction. */
  receipt?: { status: TransactionReceiptStatus; cpuUsageUs: number; netUsageWords: number };
  elapsedUs: number;
  netUsageBytes: number;
  actionTraces: readonly ActionTrace[];
  /** In the order of execution. */
  rowChanges: readonly RowChange[];
  except?: ChainError;
}

/** A refusal that carries the trace up to the failure: execution of the transaction had begun. */
export type ExecutionError = ChainError & { trace: TransactionTrace };

export function isExecutionError(error: unknown): error is ExecutionError {
  return error instanceof ChainError && 'trace' in error;
}
