import type { BlockPosition, BlockWrites } from '../derive/block-writes';
import type { Name } from '../derive/name';
import type { ChainTail } from '../derive/chain-tail';
import type {
  AbiQuery,
  ActionQuery,
  CandleQuery,
  DeltaQuery,
  LinkQuery,
  MissedBlocksQuery,
  PageQuery,
  ProposalQuery,
  RowQuery,
  ScheduleQuery,
} from './queries';
import type {
  AbiRecord,
  ActionRecord,
  BlockRecord,
  Candles,
  CreatedAccountRecord,
  DeltaRecord,
  LinkRecord,
  MissedBlocks,
  Page,
  PermissionPlace,
  PermissionRecord,
  ProposalRecord,
  RowRecord,
  ScheduleRecord,
  StoreStatus,
  TransactionActions,
} from './records';
import type { Question } from './question';
import type { StateList } from './state-list';

export type { ChainTail };

export interface Cursor extends BlockPosition {
  readonly irreversibleNum: number;
  /** First block of which the history is kept. */
  readonly firstNum: number;
}

/** How far a store that is behind its node has come. */
export interface IndexProgress {
  readonly remainingBlocks: number;
  /** Over the last 30 seconds, with one decimal. */
  readonly blocksPerSecond: number;
  /** At that rate; the blocks that the node produces meanwhile are not counted. */
  readonly remainingSeconds: number;
}

/** Connection of the process that writes to its node. */
export interface IndexReport {
  readonly isConnected: boolean;
  /** Last block of the node that belongs into the store, as it last reported; undefined before the first contact. */
  readonly targetNum: number | undefined;
  /** The error that is open; undefined while everything works. */
  readonly error: string | undefined;
  /** Undefined at the head of the node. */
  readonly progress: IndexProgress | undefined;
}

/** The writes of a block with what depends on the blocks before it. Called once for each block, in their order. */
export type CompleteBlock = (writes: BlockWrites) => BlockWrites;

/** Blocks from..to, both inclusive. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** The whole state of the first block of a store, of which a part is written. Readers do not see it before that block. */
export interface StateLoad extends BlockPosition {
  /** Parts that are written, and rows of all tables in them. */
  readonly parts: number;
  readonly rows: number;
  /** Rows of contracts among them. */
  readonly deltas: number;
  /** Of the content of the parts, 32 bytes: another reading of the same state gives the same. */
  readonly digest: Uint8Array;
  /** An estimate. */
  readonly remainingRows: number;
  readonly remainingSeconds: number;
}

/** The ABI of a contract as a node has it now. Not proven: decoded with it, data is as true as the node. */
export interface NodeAbi {
  /** 32 bytes. */
  readonly chainId: Uint8Array;
  readonly contract: Name;
  /** The node had it after this block at the latest. */
  readonly asked: number;
  /** Binary ABI; empty when there is none. */
  readonly abi: Uint8Array;
}

/** Progress of the moves into a cold tier. */
export interface ColdProgress {
  /** Actions of the blocks below are in the cold tier; 0: of none. */
  readonly firstHotBlock: number;
  /** Rows that the step moved. */
  readonly movedRows: number;
}

/** Moves the rows of old blocks into the cold tier of a store. */
export interface ColdMoves {
  /**
   * Removes a part of a range that was moved, or moves the next one.
   * @returns undefined: there is nothing to do until more blocks are irreversible
   * @throws ColdTierError when the cold tier is that of another store, or lost or changed rows
   */
  step(signal?: AbortSignal): Promise<ColdProgress | undefined>;
  /** A step in flight fails, and is repeated by the next process. */
  close(): void;
}

/** The only writer of a store. Each call is one transaction: after a crash all of it is there or nothing. */
export interface HistoryWriter {
  /** Undefined: the store has one tier. */
  readonly coldMoves?: ColdMoves | undefined;
  /** Prepares an empty store for a chain. Throws WrongChainError when the store belongs to another one. */
  open(chainId: Uint8Array): Promise<void>;
  /** The last block written; undefined in an empty store. */
  cursor(): Promise<Cursor | undefined>;
  /** Blocks above the last irreversible one that are written, by ascending number. */
  reversible(): Promise<BlockPosition[]>;
  /** 32 bytes; undefined when the block is not part of the history. */
  idOf(num: number): Promise<Uint8Array | undefined>;
  /** Number of the first block of the history that is not older; undefined when all are. */
  firstSince(timeMs: number): Promise<number | undefined>;
  /** The last block, for `derive`; undefined in an empty store. */
  tail(): Promise<ChainTail | undefined>;
  /**
   * Writes blocks that follow the cursor without a gap; the first blocks of an empty store may have any number.
   * Blocks above `irreversibleNum` can be undone. Throws BlockGapError, and writes nothing, when a block does not
   * follow by number and previous id.
   */
  append(blocks: readonly BlockWrites[], irreversibleNum: number): Promise<void>;
  /** The state that is loaded; undefined: none, or it became the first block. */
  loading(): Promise<StateLoad | undefined>;
  /** Whether a state can be loaded: the store has no block, and never had one. */
  canLoad(): Promise<boolean>;
  /**
   * Writes a part of the whole state of a block, which is irreversible, and what is loaded with it: rows that no part
   * before had. `append` of the block itself, without these rows, completes the state. Any other first block removes it.
   */
  loadPart(part: BlockWrites, load: StateLoad): Promise<void>;
  /** Removes what was loaded. */
  dropLoad(): Promise<void>;
  /** Last block of the first fill; undefined when there is none, or it is done. */
  filling(): Promise<number | undefined>;
  /**
   * Begins the first fill of a new store, in which ranges of irreversible blocks come in any order. False when the
   * store has, or had, blocks: nothing is changed then.
   */
  beginFill(to: number): Promise<boolean>;
  /** Ranges of the fill that are written and wait for the blocks before them, ascending. */
  filledRanges(): Promise<BlockRange[]>;
  /**
   * Writes irreversible blocks above the cursor, without a gap among themselves. Readers do not see them, and the state
   * does not have them, until they are connected. Several calls may run at a time. Throws BlockGapError.
   */
  fill(blocks: readonly BlockWrites[]): Promise<void>;
  /**
   * Moves the cursor over a part of the filled blocks that follow it, with their state and totals. Ends the fill behind
   * its last block. Throws BlockGapError when they do not follow by the previous id.
   * @returns the blocks as the function completes them; empty when none follows
   */
  connect(complete: CompleteBlock): Promise<readonly Pick<BlockWrites, 'block'>[]>;
  /** Removes the blocks above `num`. Throws IrreversibleError when one of them is irreversible. */
  undoTo(num: number): Promise<void>;
  /**
   * Removes the history of blocks below `beforeNum` and below the last irreversible one, which an undo can lead to.
   * The state stays. The oldest go first, in as many transactions as it takes.
   */
  prune(beforeNum: number): Promise<void>;
  /** Removes everything but the chain id: for a development chain that was taken back below its irreversible block. */
  reset(): Promise<void>;
  /**
   * Whether actions of a contract cannot be decoded because its ABI is older than the store. Undefined before the first
   * block.
   */
  lacksAbi(contract: Name): Promise<boolean | undefined>;
  /** Keeps the ABI that a node has. Throws WrongChainError for a node of another chain. */
  keepNodeAbi(abi: NodeAbi): Promise<void>;
  /** Reports the state of the index to other processes. */
  report(report: IndexReport): Promise<void>;
  close(): Promise<void>;
}

/** Reads committed blocks only. Every list has a total order, equal in all implementations. */
export interface HistoryReader {
  status(): Promise<StoreStatus>;
  /** Undefined when it is not stored. An id is matched whole. */
  block(at: number | Uint8Array): Promise<BlockRecord | undefined>;
  /** Transactions of a block with their actions, in the order of execution; empty when it is not stored. */
  blockTransactions(num: number): Promise<TransactionActions[]>;
  transaction(id: Uint8Array): Promise<TransactionActions | undefined>;
  /** Throws BroadQueryError when too many rows would be looked at, LargePageError for a page that may not be short. */
  actions(query: ActionQuery): Promise<Page<ActionRecord>>;
  /** Throws the same errors. */
  deltas(query: DeltaQuery): Promise<Page<DeltaRecord>>;
  rows(query: RowQuery): Promise<RowRecord[]>;
  /** A page of a list that a route declares. */
  list<Query, Item>(list: StateList<Query, Item>, query: Query & PageQuery): Promise<Page<Item>>;
  /** The answer to a question that a route declares. @throws BroadQueryError */
  answer<Query, Answer>(question: Question<Query, Answer>, query: Query): Promise<Answer>;
  /** The first permissions of an account, by name, up to `most`. */
  permissions(owner: Name, most: number): Promise<PermissionRecord[]>;
  /** Permissions with this key (binary form of the chain), by owner and name. Throws LargePageError. */
  keyPermissions(key: Uint8Array, page: PageQuery): Promise<Page<PermissionRecord>>;
  /** Their owners and names alone. */
  keyPlaces(key: Uint8Array, page: PageQuery): Promise<Page<PermissionPlace>>;
  /** Permissions that this account is in, by owner and name. */
  controlledPermissions(actor: Name, page: PageQuery): Promise<Page<PermissionPlace>>;
  /** Links by account, code and action. */
  links(query: LinkQuery): Promise<Page<LinkRecord>>;
  /** Throws BroadQueryError when too many rows would be looked at; so do links, schedule and missedBlocks. */
  proposals(query: ProposalQuery): Promise<Page<ProposalRecord>>;
  schedule(query: ScheduleQuery): Promise<ScheduleRecord | undefined>;
  /** Whether the schedules up to the last block are known, from the first one of the store on. */
  areProducersKnown(): Promise<boolean>;
  missedBlocks(query: MissedBlocksQuery): Promise<MissedBlocks>;
  /** Accounts that this one created, newest first. */
  createdAccounts(creator: Name, page: PageQuery): Promise<Page<CreatedAccountRecord>>;
  /** The creation of an account; undefined for accounts of the genesis and unknown ones. */
  creation(account: Name): Promise<CreatedAccountRecord | undefined>;
  abi(query: AbiQuery): Promise<AbiRecord | undefined>;
  /** Undefined where the store keeps no trades. */
  candles(query: CandleQuery): Promise<Candles | undefined>;
  close(): Promise<void>;
}
