import type { ActionAuthorization } from '@app/antelope';
import type { ActionSignature } from './action-signature';
import type { PrivilegedAccess } from './privileged-access';
import type { TableDefinition } from './table';
import type { TableHandle } from './table-handle';

/**
 * The interface of contract code to the chain, one per receiver. All calls are synchronous. RAM and traces follow from
 * these calls: a contract cannot write them.
 */
export interface ContractContext {
  /** The account whose code runs. */
  readonly receiver: string;
  /** The account of the action. Differs from the receiver in a notification. */
  readonly firstReceiver: string;
  /** The account whose code sent this inline action, '' for an action of the transaction itself. */
  readonly sender: string;
  /** Time of the block, milliseconds since 1970. */
  readonly nowMs: number;
  readonly blockNum: number;
  /** 64 hex digits. */
  readonly chainId: string;

  isAccount(account: string): boolean;

  /** True when the action has an authorization of the account. */
  hasAuth(account: string): boolean;

  /** Fails the transaction unless the action has an authorization of the account. */
  requireAuth(account: string): void;

  /** Fails the transaction unless the action has exactly this authorization. */
  requirePermission(level: ActionAuthorization): void;

  /** Runs the action at another account, too, once, after this execution. */
  notify(account: string): void;

  /** Sends an action, authorized by the receiver's `active` by default, to run after all notifications. */
  inline<A>(
    account: string,
    signature: ActionSignature<A>,
    args: A,
    authorization?: readonly ActionAuthorization[],
  ): void;

  /** A table of the receiver, or of `code` to read from. A scope is an account name or a number. */
  table<R>(definition: TableDefinition<R>, scope: string | bigint, code?: string): TableHandle<R>;

  /** Adds to the console output of this execution. */
  print(text: string): void;

  /** For privileged accounts only; fails the transaction for others and in a read-only transaction. */
  privileged(): PrivilegedAccess;
}
