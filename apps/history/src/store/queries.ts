import type { ActionField } from '../derive/action-writes';
import type { Name } from '../derive/name';
import type { PageBytes } from './page-bytes';
import type { AbiRecord, ActionRecord, DeltaRecord, ProposalRecord, ProposalStatus } from './records';

export type Order = 'asc' | 'desc';

/** Position and size of a page. */
export interface PageQuery {
  readonly skip: number;
  readonly limit: number;
}

/** The end of the page before: a page that begins behind it has the same total. */
export interface PageEnd {
  /** Of its last entry, in the order of the query. */
  readonly sequence: bigint;
  /** Matches up to it. */
  readonly passed: number;
  /** Beginning of the id of its block, which has its number, where that could be taken back: 8 bytes in hex. */
  readonly block?: string;
}

/** Bounds of a search, all inclusive, all of which must hold. */
export interface HistoryRange {
  readonly fromBlock?: number;
  readonly toBlock?: number;
  /** Milliseconds since 1970, compared with the time of the block. */
  readonly fromTimeMs?: number;
  readonly toTimeMs?: number;
  /** Global sequence of actions, sequence of deltas. */
  readonly fromSequence?: bigint;
  readonly toSequence?: bigint;
}

/** `code:name` of get_actions; a missing side is the wildcard. */
export interface ActionFilter {
  readonly code?: Name;
  readonly name?: Name;
}

/** Conditions without an index of their own: answered under a budget of rows unless an indexed one narrows them. */
export interface ActionConditions {
  readonly blockId?: Uint8Array;
  readonly producer?: Name;
  readonly actionOrdinal?: number;
  readonly creatorActionOrdinal?: number;
  readonly cpuUsageUs?: number;
  readonly netUsageWords?: number;
  /** A receipt of this receiver. */
  readonly receiver?: Name;
  /** An authorization with both, where both are given. */
  readonly actor?: Name;
  readonly permission?: Name;
}

export interface ActionQuery extends PageQuery, PageBytes {
  /** Receiver or actor. */
  readonly account?: Name;
  /** One of them holds. An empty list is no condition. */
  readonly filters?: readonly ActionFilter[];
  /** All of them hold; each for one of its values. */
  readonly fields?: readonly { readonly field: ActionField; readonly values: readonly bigint[] }[];
  /** 32 bytes. */
  readonly transactionId?: Uint8Array;
  readonly conditions?: ActionConditions;
  /**
   * Whether a record is wanted that meets all other conditions: asked under the budget of rows. It reads from nothing
   * but `abis`, as the store is in a read of its own meanwhile.
   */
  readonly isWanted?: (record: ActionRecord, abis: AbiSource) => Promise<boolean>;
  readonly range?: HistoryRange;
  /**
   * Matches with which a search is answered when its budget of rows is used up; default: those up to the end of the
   * page. Less than that gives a part of the page.
   */
  readonly required?: number;
  /** By global sequence. */
  readonly order: Order;
  readonly behind?: PageEnd;
  /** Matches are counted up to this number; Infinity counts as many as a search may, 0 none. */
  readonly countUpTo: number;
  /** False: a search that must look at rows ends soon after the page is full, with a lower limit of the total. */
  readonly isTotalWanted?: boolean;
}

export interface DeltaQuery extends PageQuery, PageBytes {
  readonly code?: Name;
  readonly scope?: Name;
  readonly table?: Name;
  readonly payer?: Name;
  readonly primaryKey?: bigint;
  readonly present?: boolean;
  /** Whether a record is wanted that meets all other conditions: asked under the budget of rows. */
  readonly isWanted?: (record: DeltaRecord) => boolean;
  readonly range?: HistoryRange;
  /** By sequence. */
  readonly order: Order;
  readonly behind?: PageEnd;
  readonly countUpTo: number;
  readonly isTotalWanted?: boolean;
}

/** Current rows of a table, by scope and primary key. */
export interface RowQuery {
  readonly code: Name;
  readonly table: Name;
  readonly scope?: Name;
  /** Rows behind this key only. */
  readonly after?: { readonly scope: Name; readonly primaryKey: bigint };
  readonly limit: number;
}

/** All given members hold. */
export interface LinkQuery extends PageQuery {
  readonly account?: Name;
  readonly code?: Name;
  readonly action?: Name;
  readonly permission?: Name;
}

/** Place of a proposal: they are ordered by falling sequence and block, then by proposer and name. */
export type ProposalPlace = Pick<ProposalRecord, 'globalSequence' | 'blockNum' | 'proposer' | 'name'>;

/** The last proposal of the page before. */
export type ProposalEnd = ProposalPlace & Pick<PageEnd, 'block'>;

/** All given members hold. Newest first. */
export interface ProposalQuery extends PageQuery, PageBytes {
  /** Totals have the proposals up to it, too. */
  readonly behind?: ProposalEnd;
  readonly proposer?: Name;
  readonly name?: Name;
  /** One of these actors is in one of the lists. */
  readonly accounts?: readonly Name[];
  /** Of an approval that is missing: its actor, and its permission where given. */
  readonly requested?: { readonly actor: Name; readonly permission?: Name };
  readonly provided?: { readonly actor: Name; readonly permission?: Name };
  readonly status?: ProposalStatus;
  /** Whether the transaction had expired at this time, in milliseconds since 1970. */
  readonly expired?: { readonly atMs: number; readonly isWanted: boolean };
}

/** The newest schedule that matches. */
export interface ScheduleQuery {
  readonly kind: 'proposed' | 'activated';
  readonly version?: number;
  /** Schedules with this producer. */
  readonly producer?: Name;
  /** Schedules with this key, in the binary form of the chain. */
  readonly key?: Uint8Array;
  readonly range?: Pick<HistoryRange, 'fromTimeMs' | 'toTimeMs' | 'fromBlock' | 'toBlock'>;
}

export interface MissedBlocksQuery {
  readonly producer?: Name;
  readonly range?: Pick<HistoryRange, 'fromTimeMs' | 'toTimeMs' | 'fromBlock' | 'toBlock'>;
  /** Smallest size. */
  readonly minBlocks?: number;
  /** Bounds the events, not the sums. */
  readonly limit: number;
}

/** Candles of one pair and one length. */
export interface CandleQuery {
  readonly pair: Name;
  /** One of CANDLE_SPANS_MS. */
  readonly spanMs: number;
  /** First start, inclusive; milliseconds since 1970. */
  readonly fromMs?: number;
  /** Last start, inclusive. */
  readonly toMs?: number;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** The ABI that is valid for the action with this global sequence, or after this block. Without both: the newest. */
export interface AbiQuery {
  readonly contract: Name;
  readonly atSequence?: bigint;
  readonly atBlock?: number;
}

/** Where ABIs are read. */
export interface AbiSource {
  abi(query: AbiQuery): Promise<AbiRecord | undefined>;
}
