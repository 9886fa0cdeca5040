import type { AbiType } from './abi/abi-type';
import { list, struct } from './abi/containers';
import { uint16, uint32, uint8 } from './abi/integers';
import { name, publicKey, bytes } from './abi/scalars';
import { actionSignature } from './action-signature';
import type { Authority } from './authority';

/** The account whose actions the chain itself knows. */
export const SYSTEM_ACCOUNT = 'eosio';

const permissionLevel = struct('permission_level', { actor: name, permission: name });

/** An authority as the system actions contain it. */
export const authorityType: AbiType<Authority> = struct('authority', {
  threshold: uint32,
  keys: list(struct('key_weight', { key: publicKey, weight: uint16 })),
  accounts: list(struct('permission_level_weight', { permission: permissionLevel, weight: uint16 })),
  waits: list(struct('wait_weight', { wait_sec: uint32, weight: uint16 })),
});

export const newaccount = actionSignature(
  struct('newaccount', { creator: name, name, owner: authorityType, active: authorityType }),
);
export const setcode = actionSignature(
  struct('setcode', { account: name, vmtype: uint8, vmversion: uint8, code: bytes }),
);
export const setabi = actionSignature(struct('setabi', { account: name, abi: bytes }));
export const updateauth = actionSignature(
  struct('updateauth', { account: name, permission: name, parent: name, auth: authorityType }),
);
export const deleteauth = actionSignature(struct('deleteauth', { account: name, permission: name }));
export const linkauth = actionSignature(
  struct('linkauth', { account: name, code: name, type: name, requirement: name }),
);
export const unlinkauth = actionSignature(struct('unlinkauth', { account: name, code: name, type: name }));
