import type { ActionWrite, TransactionWrite } from './action-writes';
import type { OrderedDiff, QcClaim } from '@app/ship';
import type { Name, PermissionLevel } from './name';

/** Position of a block: its number and the 32 bytes of its id. */
export interface BlockPosition {
  readonly num: number;
  readonly id: Uint8Array;
}

/** Everything that one block adds to the history: made by `derive`, written by HistoryWriter.append. */
export interface BlockWrites {
  readonly block: BlockHeader;
  /** In the order of execution: the implicit onblock first. */
  readonly transactions: readonly TransactionWrite[];
  /** By ascending global sequence; `transaction` is an index into `transactions`. */
  readonly actions: readonly ActionWrite[];
  /** Contract rows in the order in which the node sent them. */
  readonly deltas: readonly DeltaWrite[];
  readonly tokens: readonly TokenWrite[];
  readonly permissions: readonly PermissionWrite[];
  readonly links: readonly LinkWrite[];
  readonly createdAccounts: readonly CreatedAccountWrite[];
  /** In the order of execution. */
  readonly proposals: readonly ProposalEvent[];
  readonly voters: readonly VoterWrite[];
  readonly schedules: readonly ScheduleWrite[];
  readonly missedBlocks: readonly MissedBlockWrite[];
  /** Of a block with instant finality; undefined where its header cannot be read. */
  readonly finality?: FinalityWrite | undefined;
  /** The policies behind the block, where it changes them. */
  readonly proposers?: ProposersWrite | undefined;
  readonly abis: readonly AbiWrite[];
  /** Trades of the exchange, in their order. */
  readonly trades: readonly TradeWrite[];
  /** The first block of a store whose deltas are not the whole state: the state before it is not known. */
  readonly beginsInTheMiddle?: boolean;
  /** Digest of the state of the block where its rows were written in parts before: StateLoad. */
  readonly loadedDigest?: Uint8Array;
}

export interface BlockHeader extends BlockPosition {
  /** 32 bytes; all zero for block 1, and for a block of which only the state is known (isStateOnly). */
  readonly previousId: Uint8Array;
  /** Milliseconds since 1970; a multiple of 500. */
  readonly timeMs: number;
  readonly producer: Name;
  readonly scheduleVersion: number;
  /** 32 bytes: root of the Merkle tree of the transactions, as the header of the block has it. */
  readonly transactionMroot: Uint8Array;
  /** 32 bytes: root of the Merkle tree of the action receipts. */
  readonly actionMroot: Uint8Array;
  /** Sum over the transactions of the block. */
  readonly cpuUsageUs: number;
  /** Sum over the transactions of the block, in words of 8 bytes. */
  readonly netUsageWords: number;
}

/** Change of a contract row, net per block. */
export interface DeltaWrite {
  readonly code: Name;
  readonly scope: Name;
  readonly table: Name;
  readonly primaryKey: bigint;
  readonly payer: Name;
  /** False: the row was removed; `value` is its last content. */
  readonly present: boolean;
  readonly value: Uint8Array;
}

export interface TokenWrite {
  readonly account: Name;
  readonly contract: Name;
  /** Value of the symbol code. */
  readonly symbolCode: bigint;
  readonly precision: number;
  /** Undefined: the row of the balance was removed. */
  readonly units: bigint | undefined;
}

export interface WeightedKey {
  /** Binary form of the chain: type byte, then the key. */
  readonly key: Uint8Array;
  readonly weight: number;
}

export interface WeightedPermission extends PermissionLevel {
  readonly weight: number;
}

export interface WeightedWait {
  readonly waitSec: number;
  readonly weight: number;
}

export interface Authority {
  readonly threshold: number;
  readonly keys: readonly WeightedKey[];
  readonly accounts: readonly WeightedPermission[];
  readonly waits: readonly WeightedWait[];
}

export interface PermissionWrite {
  readonly owner: Name;
  readonly name: Name;
  /** Zero for a permission without a parent. */
  readonly parent: Name;
  /** Milliseconds since 1970. */
  readonly lastUpdatedMs: number;
  /** Undefined: the permission was removed. */
  readonly authority: Authority | undefined;
}

export interface LinkWrite {
  readonly account: Name;
  readonly code: Name;
  /** Zero for all actions of the contract. */
  readonly action: Name;
  /** Undefined: the link was removed. */
  readonly permission: Name | undefined;
}

export interface CreatedAccountWrite {
  readonly account: Name;
  readonly creator: Name;
  readonly globalSequence: bigint;
}

export interface ProposalApproval extends PermissionLevel {
  /** Milliseconds since 1970; 0 for an approval that is still missing. */
  readonly timeMs: number;
}

interface ProposalKey {
  readonly proposer: Name;
  readonly name: Name;
}

/** A step in the life of a multi-signature proposal. */
export type ProposalEvent =
  | (ProposalKey & {
      readonly kind: 'proposed';
      /** Of the propose action; 0 when the proposal is known from a snapshot row only. */
      readonly globalSequence: bigint;
      /** Packed transaction. */
      readonly transaction: Uint8Array;
      readonly requested: readonly PermissionLevel[];
    })
  | (ProposalKey & {
      readonly kind: 'approved' | 'unapproved';
      readonly level: PermissionLevel;
      readonly timeMs: number;
    })
  | (ProposalKey & {
      /** The row of the contract at the end of the block: replaces both lists. */
      readonly kind: 'approvals';
      readonly requested: readonly ProposalApproval[];
      readonly provided: readonly ProposalApproval[];
    })
  | (ProposalKey & { readonly kind: 'executed' | 'cancelled'; readonly globalSequence: bigint });

export interface VoterWrite {
  readonly owner: Name;
  /** Undefined: the row was removed. */
  readonly voter: Voter | undefined;
}

export interface Voter {
  /** Zero without a proxy. */
  readonly proxy: Name;
  readonly producers: readonly Name[];
  readonly staked: bigint;
  readonly lastVoteWeight: number;
  readonly proxiedVoteWeight: number;
  readonly isProxy: boolean;
}

export interface ScheduledProducer {
  readonly name: Name;
  readonly threshold: number;
  /** Legacy schedules have one key of weight 1. */
  readonly keys: readonly WeightedKey[];
}

export interface ScheduleWrite {
  /**
   * `proposed`: in global_property, or in the header with instant finality. `activated`: announced in the header; with
   * instant finality active from this block on.
   */
  readonly kind: 'proposed' | 'activated';
  readonly version: number;
  readonly producers: readonly ScheduledProducer[];
}

/** The header of a block with instant finality, as far as it says who produces. */
export interface FinalityWrite {
  readonly claim: QcClaim;
  readonly proposal: ProducersProposal | undefined;
}

/** A difference from the producers that were proposed last. */
export interface ProducersProposal {
  readonly version: number;
  /** Of the time of the proposal. */
  readonly slot: number;
  readonly producers: OrderedDiff<ScheduledProducer>;
}

/** The producers of blocks with instant finality. Source: eosio::chain::proposer_policy. */
export interface ProposerPolicy {
  readonly version: number;
  readonly producers: readonly ScheduledProducer[];
}

/** A policy on its way to be active. */
export interface ProposedPolicy extends ProposerPolicy {
  /** The block that proposed it, and the slot of its time. */
  readonly blockNum: number;
  readonly slot: number;
  /** The first block that claims a quorum certificate of that block or a later one. */
  readonly claimedIn: number | undefined;
  /** Whether that block is final, as the last block knows it. */
  readonly isFinal: boolean;
}

/** The policies behind a block. `proposed` is newer than `pending`. Source: eosio::chain::block_header_state. */
export interface ProposerPolicies {
  readonly active: ProposerPolicy;
  readonly pending: ProposedPolicy | undefined;
  readonly proposed: ProposedPolicy | undefined;
}

export interface ProposersWrite {
  /** Undefined: they are not known from this block on. */
  readonly policies: ProposerPolicies | undefined;
}

/** Slots that one producer left empty before this block. */
export interface MissedBlockWrite {
  readonly producer: Name;
  readonly size: number;
  readonly scheduleVersion: number;
  /** Time of the first empty slot, milliseconds since 1970. */
  readonly timeMs: number;
}

/** A number with its decimals: `units` / 10^`decimals`. */
export interface Decimal {
  readonly units: bigint;
  readonly decimals: number;
}

/** Amounts that two orders exchanged. */
export interface TradeWrite {
  readonly pair: Name;
  /** As the row of the trade has it, milliseconds since 1970. */
  readonly timeMs: number;
  /** Quote per base. */
  readonly price: Decimal;
  readonly base: Decimal;
  readonly quote: Decimal;
}

export interface AbiWrite {
  readonly account: Name;
  /** Of the setabi action: the ABI is valid for actions with a higher one. 0 for the ABIs of a snapshot. */
  readonly globalSequence: bigint;
  /** Binary ABI; empty when it was removed. */
  readonly abi: Uint8Array;
}
