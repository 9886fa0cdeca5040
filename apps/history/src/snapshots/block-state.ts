import { ValueError } from '@app/antelope';
import { numberOfId } from '@app/ship';
import type { ProposerPolicies } from '../derive/block-writes';
import { policiesOf } from './finality-state';
import type { RowReader } from './row-reader';

/** The block after which the state of a snapshot was taken. */
export interface SnapshotBlock {
  readonly num: number;
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** Half-second slot since 2000. */
  readonly timestamp: number;
  readonly scheduleVersion: number;
  /** The producers with instant finality, since Spring 1.0.1. */
  readonly policies?: ProposerPolicies;
}

const NAME_BYTES = 8;
const DIGEST_BYTES = 32;
/** Producer, confirmed, previous, transaction_mroot, action_mroot. */
const HEADER_BEFORE_SCHEDULE_BYTES = 8 + 2 + 3 * DIGEST_BYTES;
/** Producer and number of a block. */
const PRODUCED_BYTES = 8 + 4;
/** Schedules name a key of each producer, later an authority: since EOSIO 2.0. */
const FIRST_WITH_AUTHORITIES = 3;
/** Beside the state of before instant finality there is that of instant finality: since Spring 1.0. */
const FIRST_WITH_FINALITY = 7;
/** The blocks of the finality core have generations of finalizers: since Spring 1.0.1. */
const FIRST_WITH_GENERATIONS = 8;

/** Reads the row of eosio::chain::block_state as far as it is needed. */
export const blockStateOf =
  (version: number) =>
  (reader: RowReader): SnapshotBlock => {
    if (version < FIRST_WITH_FINALITY) return legacyState(reader, version);
    if (reader.uint8() === 1) return legacyState(reader, version);
    if (reader.uint8() === 1) return finalityState(reader, version);
    throw new ValueError('the state of the block is missing');
  };

/** Source: snapshot_block_header_state_legacy_v2 and _v3 of nodeos. */
function legacyState(reader: RowReader, version: number): SnapshotBlock {
  const hasAuthorities = version >= FIRST_WITH_AUTHORITIES;
  const num = reader.uint32();
  reader.skip(2 * 4);
  reader.skip(4);
  reader.skipList(() => {
    reader.skip(NAME_BYTES);
    reader.skipSigning(hasAuthorities);
  });
  reader.skipList(() => reader.skip(DIGEST_BYTES));
  reader.skip(8);
  for (let map = 0; map < 2; map++) reader.skipList(() => reader.skip(PRODUCED_BYTES));
  reader.skipSigning(hasAuthorities);
  reader.prefixed();
  const block = headerBehindId(reader);
  if (block.num !== num)
    throw new ValueError(`block ${String(num)} has the id of block ${String(block.num)}`);
  return block;
}

function finalityState(reader: RowReader, version: number): SnapshotBlock {
  const block = headerBehindId(reader);
  if (version < FIRST_WITH_GENERATIONS) return block;
  return { ...block, policies: policiesOf(reader, { num: block.num, slot: block.timestamp }) };
}

function headerBehindId(reader: RowReader): SnapshotBlock {
  const id = reader.take(DIGEST_BYTES).slice();
  const timestamp = reader.uint32();
  reader.skip(HEADER_BEFORE_SCHEDULE_BYTES);
  return { num: numberOfId(id), id, timestamp, scheduleVersion: reader.uint32() };
}
