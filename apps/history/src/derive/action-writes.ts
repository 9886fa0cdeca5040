import type { Name, PermissionLevel } from './name';

/** Status of a transaction receipt, by the chain's own numbers. */
export const TRANSACTION_STATUS = ['executed', 'soft_fail', 'hard_fail', 'delayed', 'expired'] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUS)[number];

export interface TransactionHeader {
  /** Seconds since 1970. */
  readonly expiration: number;
  readonly refBlockNum: number;
  readonly refBlockPrefix: number;
  readonly maxNetUsageWords: number;
  readonly maxCpuUsageMs: number;
  readonly delaySec: number;
}

export interface TransactionWrite {
  /** 32 bytes. */
  readonly id: Uint8Array;
  readonly status: TransactionStatus;
  readonly cpuUsageUs: number;
  readonly netUsageWords: number;
  /** Undefined for transactions without a packed form in the trace, such as onblock. */
  readonly header: TransactionHeader | undefined;
  /** Each in the binary form of the chain: type byte, then the signature. */
  readonly signatures: readonly Uint8Array[];
}

export interface AccountSequence {
  readonly account: Name;
  readonly sequence: bigint;
}

/** Receipt of one execution: that of the contract itself or that of a notified account. */
export interface ActionReceipt {
  readonly receiver: Name;
  readonly globalSequence: bigint;
  readonly recvSequence: bigint;
  readonly authSequence: readonly AccountSequence[];
  readonly codeSequence: number;
  readonly abiSequence: number;
  /** Ordinals of the trace of this execution. */
  readonly actionOrdinal: number;
  readonly creatorActionOrdinal: number;
}

export interface RamDelta {
  readonly account: Name;
  /** Bytes. */
  readonly delta: bigint;
}

/** One action with all its notifications merged: `receipts[0]` is that of the contract. */
export interface ActionContent {
  /** Of `receipts[0]`. */
  readonly globalSequence: bigint;
  /** Of `receipts[0]`. */
  readonly actionOrdinal: number;
  readonly creatorActionOrdinal: number;
  readonly account: Name;
  readonly name: Name;
  readonly authorization: readonly PermissionLevel[];
  /** Has no authorization. An inline action can have none as well, and is not context free. */
  readonly isContextFree: boolean;
  readonly data: Uint8Array;
  /** By ascending global sequence. */
  readonly receipts: readonly ActionReceipt[];
  /** Of the contract and of all notified accounts, summed by account, in the order of first mention. */
  readonly ramDeltas: readonly RamDelta[];
  readonly returnValue: Uint8Array;
}

/** Data members of actions that have an index, as `<action>.<member>`. The position is stored: add at the end. */
export const ACTION_FIELDS = [
  'transfer.from',
  'transfer.to',
  'transfer.symbol',
  'newaccount.creator',
  'newaccount.newact',
  'updateauth.permission',
  'buyrambytes.receiver',
  'buyram.receiver',
  'delegatebw.from',
  'delegatebw.receiver',
  'undelegatebw.from',
  'undelegatebw.receiver',
] as const;
export type ActionField = (typeof ACTION_FIELDS)[number];

/** A member that is indexed. `transfer.symbol` is the symbol code (symbolCodeToValue), the others are names. */
export interface ActionFieldValue {
  readonly field: ActionField;
  readonly value: bigint;
}

export interface ActionWrite extends ActionContent {
  /** Index into BlockWrites.transactions. */
  readonly transaction: number;
  /** Receivers and actors, each once. */
  readonly accounts: readonly Name[];
  readonly fields: readonly ActionFieldValue[];
}
