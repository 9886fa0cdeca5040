import type { TransactionReceiptStatus } from '../execution/trace';
import type { PackedTransactionInput } from '../transactions/packed-transaction';
import type { ProducerRecord, ProducerScheduleRecord } from './producer-record';

// Times are milliseconds since 1970, ids lower-case hex, sizes bytes.

export interface BlockSummary {
  num: number;
  id: string;
  timeMs: number;
  producer: string;
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
