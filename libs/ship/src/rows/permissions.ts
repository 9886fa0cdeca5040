import { permissionLevel, type PermissionLevel } from '../traces/action-trace';
import { list, struct } from '../wire/codec';
import { keyWeight, type KeyWeight } from '../wire/key-weight';
import { int64, name, uint16, uint32 } from '../wire/scalars';

/** A permission of another account in an authority. */
export interface PermissionLevelWeight {
  permission: PermissionLevel;
  weight: number;
}

/** A delay in an authority. */
export interface WaitWeight {
  waitSec: number;
  weight: number;
}

/** Keys, permissions and waits; those of weight `threshold` satisfy it. Source: eosio::chain::authority. */
export interface Authority {
  threshold: number;
  keys: KeyWeight[];
  accounts: PermissionLevelWeight[];
  waits: WaitWeight[];
}

/** A permission of an account. Source: permission_v0 of the state history ABI. */
export interface PermissionRow {
  owner: bigint;
  name: bigint;
  /** 0 for `owner`. */
  parent: bigint;
  /** Microseconds since 1970. */
  lastUpdated: bigint;
  auth: Authority;
}

/** A link of an action of `code` to a permission of `account`; messageType 0 stands for every action. */
export interface PermissionLinkRow {
  account: bigint;
  code: bigint;
  messageType: bigint;
  requiredPermission: bigint;
}

const authority = struct<Authority>({
  threshold: uint32,
  keys: list(keyWeight),
  accounts: list(struct<PermissionLevelWeight>({ permission: permissionLevel, weight: uint16 })),
  waits: list(struct<WaitWeight>({ waitSec: uint32, weight: uint16 })),
});

export const permissionRow = struct<PermissionRow>({
  owner: name,
  name,
  parent: name,
  lastUpdated: int64,
  auth: authority,
});

export const permissionLinkRow = struct<PermissionLinkRow>({
  account: name,
  code: name,
  messageType: name,
  requiredPermission: name,
});
