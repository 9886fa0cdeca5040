import type { ActionAuthorization, PublicKeyValue, Transaction } from '@app/antelope';
import type { ChainConfig } from './chain-config';
import type {
  AbiRecord,
  AccountRecord,
  AuthorizerRecord,
  BlockHeaderStateRecord,
  BlockRecord,
  BlockSummary,
  ChainInfo,
  MemoryRecord,
  PackedTransactionInput,
  ProducerScheduleRecord,
  ProtocolFeatureRecord,
  ScopeRecord,
  TransactionStatusRecord,
} from './records';
import type { TableView } from './table-view';
import type { TransactionTrace } from './trace';

export interface ScopeQuery {
  code: string;
  /** Inclusive bounds on the scope. */
  lower?: bigint;
  upper?: bigint;
  reverse?: boolean;
}

export interface ComputeOptions {
  /** A read-only transaction: no authorization is needed and no row may change. */
  isReadOnly?: boolean;
  /** Whether missing signatures are a failure; signatures that are there must be right in any case. */
  checkSignatures?: boolean;
}

export interface AuthorizersQuery {
  accounts: readonly (string | ActionAuthorization)[];
  keys: readonly PublicKeyValue[];
}

/** One writer, synchronous: what a method says is so when it returns. Refusals are `ChainError`s. */
export interface Chain {
  /** 64 hex characters. */
  readonly chainId: string;
  head(): BlockSummary;
  lastIrreversible(): BlockSummary;
  info(): ChainInfo;
  block(numOrId: number | string): BlockRecord | undefined;
  /** Reversible blocks only. */
  headerState(numOrId: number | string): BlockHeaderStateRecord | undefined;

  account(name: string): AccountRecord | undefined;
  /** Undefined for an unknown account and for one without ABI. */
  abi(account: string): AbiRecord | undefined;
  /** Undefined while the table has no rows in that scope. */
  table(code: string, scope: bigint, table: string): TableView | undefined;
  /** Scopes of a contract in the order of (scope, table), secondary indexes' own tables included. */
  scopes(query: ScopeQuery): Iterable<ScopeRecord>;

  /** Executes for good, into the pending block. Throws a `ChainError` that carries the trace. */
  push(packed: PackedTransactionInput): TransactionTrace;
  /** Executes and undoes. A transaction that fails is answered with `except` in its trace, not thrown. */
  compute(packed: PackedTransactionInput, options?: ComputeOptions): TransactionTrace;
  requiredKeys(transaction: Transaction, available: readonly PublicKeyValue[]): PublicKeyValue[];
  accountsByAuthorizers(query: AuthorizersQuery): AuthorizerRecord[];
  transactionStatus(id: string): TransactionStatusRecord;

  schedule(): { active: ProducerScheduleRecord; pending?: ProducerScheduleRecord };
  /** The consensus parameters in force. */
  config(): ChainConfig;
  protocolFeatures(): readonly ProtocolFeatureRecord[];

  /** Seals the pending block, empty or not, now. */
  produceBlock(): BlockRecord;
  /** Begins and ends sealing a block at every slot of 500 ms. */
  start(): void;
  stop(): void;
  /** Called after a block is sealed, with the traces of its transactions. Returns how to end it. */
  onBlock(listener: (block: BlockRecord, traces: readonly TransactionTrace[]) => void): () => void;
  /** Called after a transaction was executed for good. */
  onTransaction(listener: (trace: TransactionTrace, packed: PackedTransactionInput) => void): () => void;
  memory(): MemoryRecord;
}
