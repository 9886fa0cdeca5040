import { ByteWriter, nameToValue, writePublicKey } from '@app/antelope';
import type { ProducerScheduleRecord } from '../records';
import { sha256 } from '../sha256';

/** Tag of an authority of weighted keys, the only kind there is. */
const WEIGHTED_KEYS_TAG = 0;

/** Digest of a schedule, which block signatures cover. Source: eosio::chain::producer_authority_schedule. */
export function scheduleDigest({ version, producers }: ProducerScheduleRecord): Buffer {
  const writer = new ByteWriter();
  writer.uint32(version);
  writer.varuint32(producers.length);
  for (const { producer, threshold, keys } of producers) {
    writer.uint64(nameToValue(producer));
    writer.varuint32(WEIGHTED_KEYS_TAG);
    writer.uint32(threshold);
    writer.varuint32(keys.length);
    for (const { key, weight } of keys) {
      writePublicKey(writer, key);
      writer.uint16(weight);
    }
  }
  return sha256(writer.finish());
}

/** The 32 bytes a producer signs. Source: eosio::chain::block_header_state::sig_digest. */
export function blockSigningDigest(
  packedHeader: Uint8Array,
  blockrootMerkleRoot: Uint8Array,
  pendingScheduleDigest: Uint8Array,
): Buffer {
  const withRoot = sha256(Buffer.concat([sha256(packedHeader), blockrootMerkleRoot]));
  return sha256(Buffer.concat([withRoot, pendingScheduleDigest]));
}
