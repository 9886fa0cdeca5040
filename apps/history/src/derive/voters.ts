import { ByteReader, nameToValue, ValueError } from '@app/antelope';
import type { DeltaWrite, Voter, VoterWrite } from './block-writes';

const SYSTEM = nameToValue('eosio');
const VOTERS = nameToValue('voters');
/** eosio.system takes 30. Each is a row of the store, and is written again with each change of the weight. */
export const MAX_VOTED = 100;

/**
 * Rows of the table `voters` of the system. A row with other members than eosio.system's, with a weight that is no
 * number, or with more producers than a store may write for it, is left out, as is what the voter had before it.
 */
export const voterWrites = (deltas: readonly DeltaWrite[]): VoterWrite[] =>
  deltas
    .filter(({ code, scope, table }) => code === SYSTEM && scope === SYSTEM && table === VOTERS)
    .map(({ primaryKey, present, value }) => ({
      owner: primaryKey,
      voter: present ? readVoter(primaryKey, value) : undefined,
    }));

/** Members up to is_proxy of voter_info. Source: eosio.system, voter_info. */
function readVoter(owner: bigint, value: Uint8Array): Voter | undefined {
  try {
    const reader = new ByteReader(value);
    if (reader.uint64() !== owner) return undefined;
    const voter = {
      proxy: reader.uint64(),
      producers: reader.list(() => reader.uint64()),
      staked: reader.int64(),
      lastVoteWeight: reader.float64(),
      proxiedVoteWeight: reader.float64(),
      isProxy: reader.uint8(),
    };
    const weights = [voter.lastVoteWeight, voter.proxiedVoteWeight];
    if (voter.isProxy > 1 || !weights.every(Number.isFinite)) return undefined;
    if (voter.producers.length > MAX_VOTED) return undefined;
    return { ...voter, isProxy: voter.isProxy === 1 };
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
