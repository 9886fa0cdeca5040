import { decodeWith, list, struct, variantOf } from '../wire/codec';
import { name, publicKey, uint32 } from '../wire/scalars';
import { keyWeight, type KeyWeight } from '../wire/key-weight';

/** A producer with its one key. Source: eosio::chain::legacy::producer_key. */
export interface ProducerKey {
  producerName: bigint;
  /** As the chain packs it: one byte for its kind, then its bytes. */
  blockSigningKey: Uint8Array;
}

/** Schedule with one key per producer, as headers carry it before WTMSIG_BLOCK_SIGNATURES. */
export interface ProducerSchedule {
  version: number;
  producers: ProducerKey[];
}

/**
 * Keys of a producer; signatures of weight `threshold` make a block valid. Source:
 * eosio::chain::block_signing_authority_v0.
 */
export interface BlockSigningAuthority {
  threshold: number;
  keys: KeyWeight[];
}

/** A producer with its keys. Source: eosio::chain::producer_authority. */
export interface ProducerAuthority {
  producerName: bigint;
  authority: BlockSigningAuthority;
}

/** Schedule with weighted keys, since WTMSIG_BLOCK_SIGNATURES. Source: eosio::chain::producer_authority_schedule. */
export interface ProducerAuthoritySchedule {
  version: number;
  producers: ProducerAuthority[];
}

export const producerSchedule = struct<ProducerSchedule>({
  version: uint32,
  producers: list(struct<ProducerKey>({ producerName: name, blockSigningKey: publicKey })),
});

const blockSigningAuthority = variantOf(
  0,
  'block_signing_authority',
  struct<BlockSigningAuthority>({ threshold: uint32, keys: list(keyWeight) }),
);

export const producerAuthority = struct<ProducerAuthority>({
  producerName: name,
  authority: blockSigningAuthority,
});

export const producerAuthoritySchedule = struct<ProducerAuthoritySchedule>({
  version: uint32,
  producers: list(producerAuthority),
});

/** Kind of the header extension that lists activated protocol features. */
export const PROTOCOL_FEATURE_ACTIVATION = 0;
/** Kind of the header extension that carries a new schedule since WTMSIG_BLOCK_SIGNATURES. */
export const PRODUCER_SCHEDULE_CHANGE = 1;

/** Reads the data of a header extension of kind PRODUCER_SCHEDULE_CHANGE. Throws ValueError. */
export const decodeScheduleChange = (data: Uint8Array): ProducerAuthoritySchedule =>
  decodeWith(producerAuthoritySchedule, data);
