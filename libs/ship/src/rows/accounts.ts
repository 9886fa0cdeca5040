import { optional, struct } from '../wire/codec';
import { bool, bytes, digest, int64, name, uint32, uint8 } from '../wire/scalars';

/** Creation and ABI of an account. Source: account_v0 of the state history ABI. */
export interface AccountRow {
  name: bigint;
  /** Half-second slot since 2000. */
  creationDate: number;
  /** Packed ABI; empty when none is set. */
  abi: Uint8Array;
}

/** Identity of contract code. Source: code_id of the state history ABI. */
export interface CodeId {
  vmType: number;
  vmVersion: number;
  /** 32 bytes. */
  codeHash: Uint8Array;
}

/** Privilege and code of an account. Source: account_metadata_v0 of the state history ABI. */
export interface AccountMetadata {
  name: bigint;
  privileged: boolean;
  /** Microseconds since 1970. */
  lastCodeUpdate: bigint;
  code?: CodeId;
}

/** Contract code. Source: code_v0 of the state history ABI. */
export interface CodeRow extends CodeId {
  code: Uint8Array;
}

/** The account's name, creation and ABI. */
export const accountRow = struct<AccountRow>({ name, creationDate: uint32, abi: bytes });

const codeId = { vmType: uint8, vmVersion: uint8, codeHash: digest };

export const accountMetadata = struct<AccountMetadata>({
  name,
  privileged: bool,
  lastCodeUpdate: int64,
  code: optional(struct<CodeId>(codeId)),
});

export const codeRow = struct<CodeRow>({ ...codeId, code: bytes });
