import type { AccountState } from '../accounts/account-state';
import type { TransactionTrace } from '../execution/trace';
import type { BlockSummary } from './block-record';
import type { SealableTransaction } from './block-transaction';

/** Everything that a sealed block did and changed. */
export interface BlockChanges {
  readonly block: BlockSummary;
  /** Id of the block before. */
  readonly previous: string;
  /** In the order of the block; `traces` has the same order. */
  readonly transactions: readonly SealableTransaction[];
  readonly traces: readonly TransactionTrace[];
  /** Accounts that may have changed, as they were before the block, see `Accounts.takeTouched`. */
  readonly touchedAccounts: ReadonlyMap<string, AccountState | undefined>;
}
