import type { Codec } from '../wire/codec';
import { struct } from '../wire/codec';
import { bytes, digest, float128, float64, name, uint128, uint64 } from '../wire/scalars';

/** A table of a contract in a scope. */
export interface ContractTable {
  code: bigint;
  scope: bigint;
  table: bigint;
  payer: bigint;
}

/** A row of a contract's table. */
export interface ContractRow {
  code: bigint;
  scope: bigint;
  table: bigint;
  primaryKey: bigint;
  payer: bigint;
  /** Packed by the type of the table in the contract's ABI. */
  value: Uint8Array;
}

/** An entry of a secondary index of a contract's table. */
export interface ContractIndex<Key> {
  code: bigint;
  scope: bigint;
  table: bigint;
  primaryKey: bigint;
  payer: bigint;
  secondaryKey: Key;
}

export const contractTable = struct<ContractTable>({ code: name, scope: name, table: name, payer: name });

/** The most frequent row: written out, because a loop over a table of members costs several times as much. */
export const contractRow: Codec<ContractRow> = {
  read: (reader) => ({
    code: reader.name(),
    scope: reader.name(),
    table: reader.name(),
    primaryKey: reader.uint64(),
    payer: reader.name(),
    value: reader.prefixed(),
  }),
  write: (writer, row) => {
    writer.uint64(row.code);
    writer.uint64(row.scope);
    writer.uint64(row.table);
    writer.uint64(row.primaryKey);
    writer.uint64(row.payer);
    bytes.write(writer, row.value);
  },
};

const index = <Key>(secondaryKey: Codec<Key>): Codec<ContractIndex<Key>> =>
  struct<ContractIndex<Key>>({
    code: name,
    scope: name,
    table: name,
    primaryKey: uint64,
    payer: name,
    secondaryKey,
  });

export const contractIndex64 = index(uint64);
export const contractIndex128 = index(uint128);
/** The key is 32 bytes. */
export const contractIndex256 = index(digest);
export const contractIndexDouble = index(float64);
/** The key is the 16 bytes of the 128-bit float. */
export const contractIndexLongDouble = index(float128);
