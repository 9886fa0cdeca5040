import type { ByteWriter } from '@app/antelope';
import type { BlockSigningAuthority } from '@app/ship';
import { packed, type WrittenSection } from './snapshot-sections';

/** The block of a snapshot, as a reader needs it. */
export interface WrittenBlock {
  readonly num: number;
  readonly id: Uint8Array;
  /** Half-second slot since 2000. */
  readonly timestamp: number;
  readonly scheduleVersion: number;
}

/** The public development key. */
const KEY = Buffer.from('0002c0ded2bc1f1305fb0faac5e6c03ee3a1924234985427b6167ca569d13df435cf', 'hex');
const DIGEST = new Uint8Array(32).fill(0x5d);
const PRODUCERS = [1n, 2n];

export function packSigning(writer: ByteWriter, { threshold, keys }: BlockSigningAuthority): void {
  writer.varuint32(0);
  writer.uint32(threshold);
  writer.varuint32(keys.length);
  for (const { key, weight } of keys) {
    writer.raw(key);
    writer.uint16(weight);
  }
}

function key(writer: ByteWriter, version: number): void {
  if (version < 3) writer.raw(KEY);
  else packSigning(writer, { threshold: 1, keys: [{ key: KEY, weight: 1 }] });
}

function header(writer: ByteWriter, { id, timestamp, scheduleVersion }: WrittenBlock): void {
  writer.raw(id);
  writer.uint32(timestamp);
  writer.uint64(PRODUCERS[0]!);
  writer.uint16(0);
  for (let root = 0; root < 3; root++) writer.raw(DIGEST);
  writer.uint32(scheduleVersion);
  // Behind that nothing is read: no new producers, no extensions, and the bytes of all that follows.
  writer.uint8(0);
  writer.varuint32(0);
  writer.raw(DIGEST);
}

function legacyState(writer: ByteWriter, block: WrittenBlock, version: number): void {
  writer.uint32(block.num);
  for (const num of [block.num - 1, block.num - 2]) writer.uint32(num);
  writer.uint32(block.scheduleVersion);
  writer.varuint32(PRODUCERS.length);
  for (const producer of PRODUCERS) {
    writer.uint64(producer);
    key(writer, version);
  }
  writer.varuint32(1);
  writer.raw(DIGEST);
  writer.uint64(BigInt(block.num));
  for (let map = 0; map < 2; map++) {
    writer.varuint32(PRODUCERS.length);
    for (const producer of PRODUCERS) {
      writer.uint64(producer);
      writer.uint32(block.num);
    }
  }
  key(writer, version);
  writer.prefixed(Uint8Array.of(1, 2, 3));
  header(writer, block);
}

/** @param hasFinality whether the chain has instant finality, since version 7 */
export const blockSection = (block: WrittenBlock, version: number, hasFinality: boolean): WrittenSection => ({
  name: 'eosio::chain::block_state',
  rows: [
    packed((writer) => {
      if (version < 7) return legacyState(writer, block, version);
      writer.uint8(hasFinality ? 0 : 1);
      if (hasFinality) writer.uint8(1);
      if (hasFinality) return header(writer, block);
      legacyState(writer, block, version);
      writer.uint8(0);
    }),
  ],
});
