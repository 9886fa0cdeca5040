import {
  ByteReader,
  ByteWriter,
  nameFromValue,
  nameToValue,
  readPublicKey,
  writePublicKey,
} from '@app/antelope';
import type { BlockHeader, HeaderExtension } from './block-record';
import type { ProducerRecord, ProducerScheduleRecord } from './producer-record';
import { sha256 } from './sha256';

/** Tag of an authority of weighted keys, the only kind there is. */
const WEIGHTED_KEYS_TAG = 0;
/** Source: eosio::chain::producer_schedule_change_extension. */
const SCHEDULE_CHANGE_ID = 1;

/** Digest of a schedule, which block signatures cover. Source: eosio::chain::producer_authority_schedule. */
export function scheduleDigest(schedule: ProducerScheduleRecord): Buffer {
  return sha256(packSchedule(schedule));
}

/** Header extension of the block in which a schedule becomes pending. */
export function scheduleChange(schedule: ProducerScheduleRecord): HeaderExtension {
  return { id: SCHEDULE_CHANGE_ID, data: packSchedule(schedule) };
}

/** The schedule that becomes pending in the block of this header. */
export function announcedSchedule({ extensions }: BlockHeader): ProducerScheduleRecord | undefined {
  const change = extensions.find(({ id }) => id === SCHEDULE_CHANGE_ID);
  return change && readSchedule(new ByteReader(change.data));
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

function packSchedule({ version, producers }: ProducerScheduleRecord): Uint8Array {
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
  return writer.finish();
}

function readSchedule(reader: ByteReader): ProducerScheduleRecord {
  const version = reader.uint32();
  const producers: ProducerRecord[] = [];
  for (let left = reader.varuint32(); left > 0; left--) producers.push(readProducer(reader));
  return { version, producers };
}

function readProducer(reader: ByteReader): ProducerRecord {
  const producer = nameFromValue(reader.uint64());
  reader.varuint32();
  const threshold = reader.uint32();
  const keys: ProducerRecord['keys'][number][] = [];
  for (let left = reader.varuint32(); left > 0; left--) {
    keys.push({ key: readPublicKey(reader), weight: reader.uint16() });
  }
  return { producer, threshold, keys };
}
