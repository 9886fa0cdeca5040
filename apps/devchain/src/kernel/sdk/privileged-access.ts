import type { ActionAuthorization, PublicKeyValue } from '@app/antelope';
import type { ActionData } from './action-data';
import type { Authority } from './authority';

/** A permission of an account. */
export interface PermissionView {
  readonly name: string;
  /** '' for owner. */
  readonly parent: string;
  readonly authority: Authority;
}

/** -1 is "unlimited". */
export interface ResourceLimits {
  readonly ramBytes: bigint;
  readonly netWeight: bigint;
  readonly cpuWeight: bigint;
}

/**
 * State beyond the tables of a contract, for the contracts of privileged accounts (`eosio`, `eosio.msig`). The chain
 * bills the RAM of each change to the account. Source of the kind of access: the privileged intrinsics of nodeos, and
 * its native handlers of the system actions.
 */
export interface PrivilegedAccess {
  /** The longest delay of a transaction that the chain allows. */
  readonly maxDelaySec: number;

  /** Fails the transaction for an unknown account, as every method with an account does. */
  isPrivileged(account: string): boolean;

  setPrivileged(account: string, isPrivileged: boolean): void;

  /** Fails the transaction at its end when the account uses more RAM than it has then. */
  setLimits(account: string, limits: ResourceLimits): void;

  /** Creates an account with its permissions `owner` and `active`. */
  createAccount(name: string, authorities: { owner: Authority; active: Authority }): void;

  /** Replaces the ABI of an account; an empty one removes it. */
  setAbi(account: string, abi: Uint8Array): void;

  findPermission(level: ActionAuthorization): PermissionView | undefined;

  /** Fails the transaction for an unknown permission. */
  getPermission(level: ActionAuthorization): PermissionView;

  hasChildren(level: ActionAuthorization): boolean;

  /** Creates a permission, or replaces its authority. */
  putPermission(account: string, permission: PermissionView): void;

  removePermission(level: ActionAuthorization): void;

  /** The permission that is linked to exactly this action; '' for all actions of the contract. */
  link(account: string, code: string, action: string): string | undefined;

  putLink(account: string, code: string, action: string, permission: string): void;

  removeLink(account: string, code: string, action: string): void;

  /** The actions that a permission is linked to, in the order of their first link. Without a name: all actions. */
  linkedActions(level: ActionAuthorization): readonly { account: string; action?: string }[];

  /** Makes these the producers, in this order, once that is final. */
  proposeProducers(producers: readonly { producer: string; key: PublicKeyValue }[]): void;

  /** Fails the transaction unless these permissions and the delay, without any key, suffice for the actions. */
  requireAuthorization(
    actions: readonly ActionData[],
    permissions: readonly ActionAuthorization[],
    delaySec: number,
  ): void;
}
