import type { ActionContent, TransactionWrite } from '../derive/action-writes';
import type {
  Authority,
  BlockHeader,
  BlockPosition,
  DeltaWrite,
  ProposalApproval,
  ScheduleWrite,
  Voter,
} from '../derive/block-writes';
import type { Name } from '../derive/name';
import type { CandleRecord } from './candles';

export type { CandleRecord };

/** A page of a list. `total` counts all matches, up to the limit that the query names. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: Total;
  /** The page ends before its limit, as its values have too many bytes: more entries are behind it. */
  readonly isCut?: boolean;
}

export interface Total {
  readonly value: number;
  /** `gte`: counting stopped at `value`. */
  readonly relation: 'eq' | 'gte';
}

/** Number of matches as a query with `countUpTo` reports it. */
export const limitedTotal = (matches: number, countUpTo: number): Total =>
  matches > countUpTo ? { value: countUpTo, relation: 'gte' } : { value: matches, relation: 'eq' };

/** A total that was counted without a limit, or up to another one, as a query with `countUpTo` reports it. */
export const boundedTotal = (total: Total, countUpTo: number): Total =>
  total.value > countUpTo ? { value: countUpTo, relation: 'gte' } : total;

/** Block of a record. */
export interface BlockRef extends BlockPosition {
  readonly timeMs: number;
  readonly producer: Name;
}

export interface BlockRecord extends BlockHeader {
  readonly transactionCount: number;
}

export interface TransactionRecord extends TransactionWrite {
  readonly block: BlockRef;
  /** Position in the order of execution of the block, from 0. */
  readonly index: number;
}

/** A transaction with its actions by ascending global sequence. */
export interface TransactionActions extends TransactionRecord {
  readonly actions: readonly ActionRecord[];
}

/** The transaction of an action: without the header, which no answer about single actions shows. */
export type ActionTransaction = Omit<TransactionRecord, 'header'>;

export interface ActionRecord extends ActionContent {
  readonly transaction: ActionTransaction;
}

export interface DeltaRecord extends DeltaWrite {
  /** Block number * 2^24 + position in the block: total order of all deltas. */
  readonly sequence: bigint;
  readonly block: BlockRef;
}

/** Current contract row. */
export interface RowRecord extends Omit<DeltaWrite, 'present'> {
  /** Block of the last change. */
  readonly blockNum: number;
}

export interface TokenRecord {
  readonly account: Name;
  readonly contract: Name;
  /** Value of the symbol code. */
  readonly symbolCode: bigint;
  readonly precision: number;
  readonly units: bigint;
  readonly blockNum: number;
}

export interface PermissionRecord {
  readonly owner: Name;
  readonly name: Name;
  readonly parent: Name;
  readonly lastUpdatedMs: number;
  readonly authority: Authority;
  readonly blockNum: number;
}

/** Owner and name of a permission. */
export type PermissionPlace = Pick<PermissionRecord, 'owner' | 'name'>;

export interface LinkRecord {
  readonly account: Name;
  readonly code: Name;
  /** Zero for all actions of the contract. */
  readonly action: Name;
  readonly permission: Name;
  readonly blockNum: number;
  /** Time of that block. */
  readonly timeMs: number;
}

export interface CreatedAccountRecord {
  readonly account: Name;
  readonly creator: Name;
  readonly globalSequence: bigint;
  /** 32 bytes. */
  readonly transactionId: Uint8Array;
  readonly blockNum: number;
  readonly timeMs: number;
}

export type ProposalStatus = 'open' | 'executed' | 'cancelled';

export interface ProposalRecord {
  readonly proposer: Name;
  readonly name: Name;
  /** Of the propose action; 0 when it is not known. */
  readonly globalSequence: bigint;
  readonly blockNum: number;
  /** Undefined where the history of the block was removed. */
  readonly blockId: Uint8Array | undefined;
  readonly timeMs: number;
  readonly status: ProposalStatus;
  /** Packed transaction. */
  readonly transaction: Uint8Array;
  readonly requested: readonly ProposalApproval[];
  readonly provided: readonly ProposalApproval[];
  /** Of the exec or cancel action; undefined while open. */
  readonly closedSequence: bigint | undefined;
}

export interface VoterRecord extends Voter {
  readonly owner: Name;
  /** Block of the last change of the row. */
  readonly blockNum: number;
}

export interface ScheduleRecord extends ScheduleWrite {
  readonly blockNum: number;
  readonly timeMs: number;
  /** Block in which this version was proposed, where it is known. */
  readonly proposedBlockNum: number | undefined;
}

export interface MissedBlockRecord {
  readonly producer: Name;
  readonly size: number;
  readonly scheduleVersion: number;
  /** Time of the first empty slot. */
  readonly timeMs: number;
  /** The block after the empty slots. */
  readonly blockNum: number;
}

export interface MissedBlocks {
  /** Newest first. */
  readonly events: readonly MissedBlockRecord[];
  /** All events of the range; `gte`: some empty slots, or their producers, are not known. */
  readonly total: Total;
  /** Sum of their sizes. */
  readonly byProducer: ReadonlyMap<Name, number>;
}

/** Candles of a pair, in the order of the query. */
export interface Candles {
  readonly items: readonly CandleRecord[];
  /** Start of the minute of the first trade that is known; undefined without one. */
  readonly knownFromMs: number | undefined;
}

export interface AbiRecord {
  readonly account: Name;
  readonly globalSequence: bigint;
  readonly blockNum: number;
  /** SHA-256 of `abi`: key of caches of compiled ABIs. */
  readonly hash: Uint8Array;
  /** Binary ABI; empty when it was removed. */
  readonly abi: Uint8Array;
}

export interface StoreStatus {
  /** 32 bytes. */
  readonly chainId: Uint8Array;
  /** Last block written; undefined before the first one. */
  readonly head: BlockRef | undefined;
  readonly irreversibleNum: number;
  /** First block of which the history is kept; later than the first followed one after pruning. */
  readonly firstBlockNum: number;
  /** True when older blocks were pruned. */
  readonly isPruned: boolean;
  /** Blocks behind the head that the first fill still lacks, both ends inclusive; empty when it is done. */
  readonly holes: readonly { readonly from: number; readonly to: number }[];
  /** Actions kept. */
  readonly actions: number;
  /** The first block of a store that does not know the state before it; undefined: the state is whole. */
  readonly stateKnownFrom: number | undefined;
  /** The state of the first block that is loaded now; undefined: none. Nothing else can be read until then. */
  readonly loading?: LoadingState | undefined;
}

/** How far the state of the first block is loaded. */
export interface LoadingState {
  readonly blockNum: number;
  readonly rows: number;
  readonly remainingRows: number;
  readonly remainingSeconds: number;
}

/** A load as readers report it. */
export const loadingState = (
  load: (Omit<LoadingState, 'blockNum'> & { readonly num: number }) | undefined,
): LoadingState | undefined =>
  load && {
    blockNum: load.num,
    rows: load.rows,
    remainingRows: load.remainingRows,
    remainingSeconds: load.remainingSeconds,
  };
