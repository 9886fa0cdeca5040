import type { ContractIndex } from '@app/ship';
import { float128FromKey, float64FromKey } from '../../kernel/sdk/index-keys';
import type { IndexKind } from '../../kernel/sdk/table';
import type { Row, TablePlace } from '../../kernel/store/table';
import { nameValue } from '../name-values';
import type { DeltaTables } from './delta-tables';

/** A row of a contract's table, or none. */
type MaybeRow = Row | undefined;

/** The name of the table behind a secondary index: the number of the index is in the lowest four bits. */
export const indexTable = ({ table }: TablePlace, number: number): bigint =>
  nameValue(table) | BigInt(number);

/** Adds the entries of a row in the secondary indexes of its table that differ between two contents. */
export function addIndexRows(
  deltas: DeltaTables,
  place: TablePlace,
  before: MaybeRow,
  after: MaybeRow,
): void {
  place.kinds.forEach((kind, number) => {
    const isSame =
      before?.payer === after?.payer && before?.secondaryKeys[number] === after?.secondaryKeys[number];
    if (!isSame) addIndexRow(deltas, kind, entry(place, number, before), entry(place, number, after));
  });
}

type Entry = ContractIndex<bigint> | undefined;

function entry(place: TablePlace, number: number, row: MaybeRow): Entry {
  const secondaryKey = row?.secondaryKeys[number];
  if (row === undefined || secondaryKey === undefined) return undefined;
  return {
    code: nameValue(place.code),
    scope: place.scope,
    table: indexTable(place, number),
    primaryKey: row.primaryKey,
    payer: nameValue(row.payer),
    secondaryKey,
  };
}

function addIndexRow(deltas: DeltaTables, kind: IndexKind, before: Entry, after: Entry): void {
  switch (kind) {
    case 'i64':
      return deltas.add('contract_index64', before, after);
    case 'i128':
      return deltas.add('contract_index128', before, after);
    case 'i256':
    case 'sha256':
      return deltas.add('contract_index256', withKey(before, bytes32), withKey(after, bytes32));
    case 'float64':
      return deltas.add(
        'contract_index_double',
        withKey(before, float64FromKey),
        withKey(after, float64FromKey),
      );
    case 'float128':
      return deltas.add('contract_index_long_double', withKey(before, float128), withKey(after, float128));
  }
}

function withKey<Key>(from: Entry, convert: (key: bigint) => Key): ContractIndex<Key> | undefined {
  return from && { ...from, secondaryKey: convert(from.secondaryKey) };
}

/** Most significant byte first. Source: eosio::state_history, serialize_secondary_index_data of a key256_t. */
const bytes32 = (key: bigint): Uint8Array => Buffer.from(key.toString(16).padStart(64, '0'), 'hex');

const float128 = (key: bigint): Uint8Array =>
  Buffer.from(float128FromKey(key).toString(16).padStart(32, '0'), 'hex').reverse();
