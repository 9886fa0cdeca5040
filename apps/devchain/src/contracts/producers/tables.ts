import { nameToValue } from '@app/antelope';
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
import { type RowOf, table } from '../../kernel/sdk/table';
import { nameKey } from '../shared/table-keys';

/** All producers that ever registered. The index has the most votes first and inactive producers last. */
export const producersTable = table({
  name: 'producers',
  row: struct('producer_info', {
    owner: name,
    total_votes: float64,
    producer_key: publicKey,
    is_active: bool,
    url: string,
    unpaid_blocks: uint32,
    last_claim_time: timePoint,
    location: uint16,
  }),
  primaryKey: nameKey('owner'),
  indexes: [
    {
      name: 'prototalvote',
      kind: 'float64',
      key: ({ is_active: isActive, total_votes: votes }) => float64Key(isActive ? -votes : votes),
    },
  ],
});
export type ProducerRow = RowOf<typeof producersTable>;

export const votersTable = table({
  name: 'voters',
  row: struct('voter_info', {
    owner: name,
    /** Empty unless a proxy votes for this account. */
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
  }),
  primaryKey: nameKey('owner'),
});
export type VoterRow = RowOf<typeof votersTable>;

/** The key of the only row of a table of the system contract is the name of the table. */
export const GLOBAL_KEY = nameToValue('global');

export const globalTable = table({
  name: 'global',
  row: struct('eosio_global_state', {
    total_activated_stake: int64,
    last_producer_schedule_update: timePoint,
    last_producer_schedule_size: uint16,
    total_producer_vote_weight: float64,
    /** Digest of the last proposed schedule. */
    last_proposed_schedule: checksum256,
  }),
  primaryKey: () => GLOBAL_KEY,
});
export type GlobalRow = RowOf<typeof globalTable>;
