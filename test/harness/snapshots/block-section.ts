import type { ByteWriter } from '@app/antelope';
import type { BlockSigningAuthority } from '@app/ship';
import { type NodeState, switchedState } from '../ship/finality-node';
import { packed, type WrittenSection } from './snapshot-sections';

/** The block of a snapshot, as a reader needs it. */
export interface WrittenBlock {
  readonly num: number;
  readonly id: Uint8Array;
  /** Half-second slot since 2000. */
  readonly timestamp: number;
  readonly scheduleVersion: number;
  /** Of version 8 with instant finality; by default that of a switch. */
  readonly finality?: NodeState | undefined;
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

function header(writer: ByteWriter, { id, timestamp, scheduleVersion }: WrittenBlock, isLast = true): void {
  writer.raw(id);
  writer.uint32(timestamp);
  writer.uint64(PRODUCERS[0]!);
  writer.uint16(0);
  for (let root = 0; root < 3; root++) writer.raw(DIGEST);
  writer.uint32(scheduleVersion);
  // No new producers. Without instant finality nothing is read behind that: the bytes of all that follows.
  writer.uint8(0);
  writer.varuint32(isLast ? 0 : 1);
  if (!isLast) writer.uint16(2);
  if (!isLast) writer.prefixed(Uint8Array.of(1, 2, 3));
  if (isLast) writer.raw(DIGEST);
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

/** The members of snapshot_block_state_v8 of Spring behind the header, up to the policies of proposers. */
function finalityState(writer: ByteWriter, { num, timestamp, finality }: WrittenBlock): void {
  const authority = { threshold: 1, keys: [{ key: KEY, weight: 1 }] };
  const some = PRODUCERS.map((producerName) => ({ producerName, authority }));
  const { links, refs, active, pending, proposed } = finality ?? switchedState(num, timestamp, 3, some);
  // Activated features.
  writer.uint8(1);
  writer.varuint32(1);
  writer.raw(DIGEST);
  writer.varuint32(links.length);
  for (const { source, target, isStrong } of links) {
    writer.uint32(source);
    writer.uint32(target);
    writer.uint8(isStrong ? 1 : 0);
  }
  writer.varuint32(refs.length);
  for (const ref of refs) {
    const id = Uint8Array.from(DIGEST);
    new DataView(id.buffer).setUint32(0, ref.num);
    writer.raw(id);
    writer.uint32(ref.slot);
    writer.raw(DIGEST);
    for (const generation of [1, 0]) writer.uint32(generation);
  }
  // Only the core of a genesis has its time.
  writer.uint32(refs.length === 0 ? timestamp : 0);
  finalizers(writer);
  for (const policy of [active, proposed, pending]) {
    writer.uint8(policy === undefined ? 0 : 1);
    if (policy === undefined) continue;
    writer.uint32(policy.proposalTime);
    writer.uint32(policy.version);
    writer.varuint32(policy.producers.length);
    for (const { producerName, authority: keys } of policy.producers) {
      writer.uint64(producerName);
      packSigning(writer, keys);
    }
  }
  // Finalizers that are proposed and pending, and all that follows.
  writer.raw(DIGEST);
}

/** A policy with one finalizer. */
function finalizers(writer: ByteWriter): void {
  writer.uint8(1);
  writer.uint32(1);
  writer.uint64(1n);
  writer.varuint32(1);
  writer.prefixed(Uint8Array.of(0x66, 0x69, 0x6e));
  writer.uint64(1n);
  writer.prefixed(new Uint8Array(96).fill(9));
}

/** @param hasFinality whether the chain has instant finality, since version 7 */
export const blockSection = (block: WrittenBlock, version: number, hasFinality: boolean): WrittenSection => ({
  name: 'eosio::chain::block_state',
  rows: [
    packed((writer) => {
      if (version < 7) return legacyState(writer, block, version);
      writer.uint8(hasFinality ? 0 : 1);
      if (hasFinality) writer.uint8(1);
      if (hasFinality && version < 8) return header(writer, block);
      if (hasFinality) {
        header(writer, block, false);
        return finalityState(writer, block);
      }
      legacyState(writer, block, version);
      writer.uint8(0);
    }),
  ],
});
