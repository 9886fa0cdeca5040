import { optional, struct } from '../wire/codec';
import { bool, bytes, digest, int64, name, uint32, uint8 } from '../wire/scalars';

export interface AccountRow {
  name: bigint;
  /** Half-second slot since 2000. */
  creationDate: number;
  /** Packed ABI; empty when none is set. */
  abi: Uint8Array;
}

export interface CodeId {
  vmType: number;
  vmVersion: number;
  /** 32 bytes. */
  codeHash: Uint8Array;
}

export interface AccountMetadata {
  name: bigint;
  privileged: boolean;
  /** Microseconds since 1970. */
  lastCodeUpdate: bigint;
  code?: CodeId;
}

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
