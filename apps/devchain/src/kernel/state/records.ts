import type { Abi, PublicKeyValue } from '@app/antelope';
import type { Authority } from '../sdk/authority';
import type { TransactionReceiptStatus } from '../execution/trace';

// Times are milliseconds since the Unix epoch, ids lower-case hex, sizes bytes; -1n is "unlimited".

export interface BlockSummary {
  num: number;
  id: string;
  timeMs: number;
  producer: string;
}

export interface ChainInfo {
  head: BlockSummary;
  lastIrreversible: BlockSummary;
  earliestAvailableBlockNum: number;
  virtualBlockCpuLimit: bigint;
  virtualBlockNetLimit: bigint;
  blockCpuLimit: bigint;
  blockNetLimit: bigint;
  totalCpuWeight: bigint;
  totalNetWeight: bigint;
}

/** A packed transaction as clients send it and blocks keep it. */
export interface PackedTransactionInput {
  signatures: readonly string[];
  compression: 'none' | 'zlib';
  packedContextFreeData: Uint8Array;
  packedTrx: Uint8Array;
}

export interface BlockHeader {
  timeMs: number;
  producer: string;
  confirmed: number;
  previous: string;
  transactionMroot: string;
  actionMroot: string;
  scheduleVersion: number;
  /** Ascending by id. */
  extensions: readonly HeaderExtension[];
}

/** A header extension; `data` is packed. */
export interface HeaderExtension {
  id: number;
  data: Uint8Array;
}

export interface BlockTransaction {
  id: string;
  status: TransactionReceiptStatus;
  cpuUsageUs: number;
  netUsageWords: number;
  packed: PackedTransactionInput;
}

export interface BlockRecord {
  num: number;
  id: string;
  /** Second word of the id, little-endian: what transactions carry as `ref_block_prefix`. */
  refBlockPrefix: number;
  header: BlockHeader;
  producerSignature: string;
  transactions: readonly BlockTransaction[];
  /** The header without its signature, and the whole signed block, as nodes exchange them. */
  packedHeader: Uint8Array;
  packedBlock: Uint8Array;
}

export interface ProducerRecord {
  producer: string;
  threshold: number;
  keys: readonly { key: PublicKeyValue; weight: number }[];
}

export interface ProducerScheduleRecord {
  version: number;
  producers: readonly ProducerRecord[];
}

/** State of a block that can still be replaced. */
export interface BlockHeaderStateRecord {
  block: BlockRecord;
  dposProposedIrreversibleBlockNum: number;
  dposIrreversibleBlockNum: number;
  activeSchedule: ProducerScheduleRecord;
  blockrootMerkle: { activeNodes: readonly string[]; nodeCount: number };
  producerToLastProduced: readonly (readonly [producer: string, blockNum: number])[];
  producerToLastImpliedIrreversible: readonly (readonly [producer: string, blockNum: number])[];
  /** The scheduled producer of the block. */
  signer: ProducerRecord;
  confirmCount: readonly number[];
  /** `scheduleLibNum` is the block that announced it; without producers when the newest schedule is active. */
  pendingSchedule: { scheduleLibNum: number; scheduleHash: string; schedule: ProducerScheduleRecord };
  /** Digests of the activated protocol features. */
  protocolFeatures: readonly string[];
}

export interface LinkedAction {
  account: string;
  /** Absent when every action of the account is linked. */
  action?: string;
}

export interface PermissionRecord {
  name: string;
  /** '' for owner. */
  parent: string;
  authority: Authority;
  linkedActions: readonly LinkedAction[];
}

/** Microseconds for CPU, bytes for NET. */
export interface BandwidthRecord {
  used: bigint;
  available: bigint;
  max: bigint;
  lastUsageUpdateMs: number;
  /** Usage with the decay since the last update counted in. */
  currentUsed: bigint;
}

export interface AccountRecord {
  name: string;
  isPrivileged: boolean;
  createdMs: number;
  lastCodeUpdateMs: number;
  ramQuota: bigint;
  ramUsage: bigint;
  netWeight: bigint;
  cpuWeight: bigint;
  net: BandwidthRecord;
  cpu: BandwidthRecord;
  /** Sorted by name value. */
  permissions: readonly PermissionRecord[];
  /** Actions linked to `eosio.any`, which needs no more than a valid signature of any permission. */
  anyLinkedActions: readonly LinkedAction[];
}

export interface AbiRecord {
  raw: Uint8Array;
  /** SHA-256 over `raw`, hex. */
  hash: string;
  parsed: Abi;
}

export interface ScopeRecord {
  code: string;
  scope: bigint;
  /** Value of the table name; the lowest four bits number a secondary index. */
  table: bigint;
  payer: string;
  count: number;
}

export interface AuthorizerRecord {
  account: string;
  permission: string;
  authorizingKey?: PublicKeyValue;
  authorizingAccount?: { actor: string; permission: string };
  weight: number;
  threshold: number;
}

export type TransactionState =
  'UNKNOWN' | 'LOCALLY_APPLIED' | 'IN_BLOCK' | 'IRREVERSIBLE' | 'FORKED_OUT' | 'FAILED';

export interface TransactionStatusRecord {
  state: TransactionState;
  block?: { num: number; id: string; timeMs: number };
  expirationMs?: number;
  head: BlockSummary;
  lastIrreversible: BlockSummary;
  earliestTracked: { num: number; id: string };
}

export interface ProtocolFeatureRecord {
  digest: string;
  codename: string;
  descriptionDigest: string;
  dependencies: readonly string[];
  activationOrdinal: number;
  activationBlockNum: number;
}

/** Memory use of the chain. Bytes are of packed data, without the engine's own overhead. */
export interface MemoryRecord {
  blocks: number;
  blockBytes: number;
  transactionsRemembered: number;
  statusesRemembered: number;
  accounts: number;
  tables: number;
  rows: number;
  rowBytes: number;
}
