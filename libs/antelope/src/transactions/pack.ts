import { ByteReader } from '../bytes/byte-reader';
import { ByteWriter } from '../bytes/byte-writer';
import { bytesToHex, hexToBytes } from '../bytes/hex';
import { nameFromValue, nameToValue } from '../values/names';
import { formatTimePointSec, parseTimePointSec } from '../values/times';
import { ValueError } from '../value-error';
import { within } from '../within';
import type { ActionAuthorization, PackedAction, Transaction } from './transaction';

/**
 * The binary form of a transaction, which ids and signatures are made of. Throws ValueError, with the path of
 * the member, for names, times, numbers and hex that have no exact binary form.
 * Source: eosio::chain::transaction, FC_REFLECT order.
 */
export function packTransaction(transaction: Transaction): Uint8Array {
  const writer = new ByteWriter();
  writer.uint32(within('expiration', () => parseTimePointSec(transaction.expiration)));
  writer.uint16(unsigned(transaction, 'ref_block_num', 0xffff));
  writer.uint32(unsigned(transaction, 'ref_block_prefix', 0xffffffff));
  writer.varuint32(unsigned(transaction, 'max_net_usage_words', 0xffffffff));
  writer.uint8(unsigned(transaction, 'max_cpu_usage_ms', 0xff));
  writer.varuint32(unsigned(transaction, 'delay_sec', 0xffffffff));
  writeList(writer, 'context_free_actions', transaction.context_free_actions, writeAction);
  writeList(writer, 'actions', transaction.actions, writeAction);
  writeList(writer, 'transaction_extensions', transaction.transaction_extensions, writeExtension);
  return writer.finish();
}

/**
 * Reads a packed transaction whole. Strict: truncated bytes, bytes left over, and any encoding that is not the
 * one packTransaction gives (an over-long varuint) are ValueErrors, because a relay that reads what the chain
 * reads differently can be fooled. Bytes come in uncompressed: see inflatePacked.
 */
export function unpackTransaction(bytes: Uint8Array): Transaction {
  const reader = new ByteReader(bytes);
  const transaction: Transaction = {
    expiration: formatTimePointSec(reader.uint32()),
    ref_block_num: reader.uint16(),
    ref_block_prefix: reader.uint32(),
    max_net_usage_words: reader.varuint32(),
    max_cpu_usage_ms: reader.uint8(),
    delay_sec: reader.varuint32(),
    context_free_actions: readList(reader, readAction),
    actions: readList(reader, readAction),
    transaction_extensions: readList(reader, readExtension),
  };
  reader.finish();
  return transaction;
}

function writeAction(writer: ByteWriter, action: PackedAction): void {
  writeName(writer, 'account', action.account);
  writeName(writer, 'name', action.name);
  writeList(writer, 'authorization', action.authorization, writeAuthorization);
  writer.prefixed(within('data', () => hexToBytes(action.data)));
}

function readAction(reader: ByteReader): PackedAction {
  return {
    account: nameFromValue(reader.uint64()),
    name: nameFromValue(reader.uint64()),
    authorization: readList(reader, readAuthorization),
    data: bytesToHex(reader.prefixed()),
  };
}

function writeAuthorization(writer: ByteWriter, { actor, permission }: ActionAuthorization): void {
  writeName(writer, 'actor', actor);
  writeName(writer, 'permission', permission);
}

function readAuthorization(reader: ByteReader): ActionAuthorization {
  return { actor: nameFromValue(reader.uint64()), permission: nameFromValue(reader.uint64()) };
}

function writeExtension(writer: ByteWriter, [kind, data]: [number, string]): void {
  writer.uint16(unsigned({ kind }, 'kind', 0xffff));
  writer.prefixed(within('data', () => hexToBytes(data)));
}

function readExtension(reader: ByteReader): [number, string] {
  return [reader.uint16(), bytesToHex(reader.prefixed())];
}

function writeName(writer: ByteWriter, member: string, name: string): void {
  writer.uint64(within(member, () => nameToValue(name)));
}

function writeList<T>(
  writer: ByteWriter,
  member: string,
  items: readonly T[],
  write: (writer: ByteWriter, item: T) => void,
): void {
  writer.varuint32(items.length);
  items.forEach((item, index) => {
    within(`${member}[${String(index)}]`, () => write(writer, item));
  });
}

function readList<T>(reader: ByteReader, read: (reader: ByteReader) => T): T[] {
  const items: T[] = [];
  for (let left = reader.varuint32(); left > 0; left--) items.push(read(reader));
  return items;
}

function unsigned<K extends string>(holder: Record<K, number>, member: K, maximum: number): number {
  const value = holder[member];
  if (Number.isInteger(value) && value >= 0 && value <= maximum) return value;
  throw new ValueError(`${String(value)} is not a whole number from 0 to ${String(maximum)}`, member);
}
