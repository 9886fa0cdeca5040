import { nameToValue } from '@app/antelope';
import type { ValueOf } from '../../kernel/sdk/abi/abi-type';
import { list, struct } from '../../kernel/sdk/abi/containers';
import { int64, uint16, uint32 } from '../../kernel/sdk/abi/integers';
import {
  asset,
  bool,
  checksum256,
  float64,
  name,
  publicKey,
  string,
  timePoint,
} from '../../kernel/sdk/abi/scalars';
import { float64Key } from '../../kernel/sdk/index-keys';
import { table } from '../../kernel/sdk/table';

const producerInfo = struct('producer_info', {
  owner: name,
  total_votes: float64,
  producer_key: publicKey,
  is_active: bool,
  url: string,
  unpaid_blocks: uint32,
  last_claim_time: timePoint,
  location: uint16,
});
export type ProducerRow = ValueOf<typeof producerInfo>;

const voterInfo = struct('voter_info', {
  owner: name,
  /** Empty unless somebody else votes for this one. */
  proxy: name,
  producers: list(name),
  /** NATIVE units held when the vote was cast. */
  staked: int64,
  last_vote_weight: float64,
  proxied_vote_weight: float64,
  is_proxy: bool,
  flags1: uint32,
  reserved2: uint32,
  reserved3: asset,
});
export type VoterRow = ValueOf<typeof voterInfo>;

const globalState = struct('eosio_global_state', {
  total_activated_stake: int64,
  last_producer_schedule_update: timePoint,
  last_producer_schedule_size: uint16,
  total_producer_vote_weight: float64,
  /** Digest of the schedule that was proposed last. */
  last_proposed_schedule: checksum256,
});
export type GlobalRow = ValueOf<typeof globalState>;

/** Everyone who ever registered. The index has the most voted first and the inactive last. */
export const producersTable = table({
  name: 'producers',
  row: producerInfo,
  primaryKey: ({ owner }) => nameToValue(owner),
  indexes: [
    {
      name: 'prototalvote',
      kind: 'float64',
      key: ({ is_active: isActive, total_votes: votes }) => float64Key(isActive ? -votes : votes),
    },
  ],
});

export const votersTable = table({
  name: 'voters',
  row: voterInfo,
  primaryKey: ({ owner }) => nameToValue(owner),
});

/** One row. Its key is its own name, as in every system contract. */
export const globalTable = table({
  name: 'global',
  row: globalState,
  primaryKey: () => nameToValue('global'),
});
