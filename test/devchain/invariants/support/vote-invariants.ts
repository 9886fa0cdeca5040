import {
  globalTable,
  producersTable,
  type VoterRow,
  votersTable,
} from '../../../../apps/devchain/src/contracts/producers/tables';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { difference, sum } from './amounts';

/** Votes equal the exact weights of the voters: whole numbers that a float64 holds exactly. */
export function* voteViolations(chain: LendingChain): Generator<string> {
  const all = chain.rows('eosio', 'eosio', votersTable);
  const standing = chain.rows('eosio', 'eosio', producersTable);
  for (const { owner, total_votes: votes } of standing) {
    const given = all.filter(({ producers: names }) => names.includes(owner));
    yield* difference(`votes for ${owner}`, BigInt(votes), weightOf(given));
  }
  for (const row of all) {
    const left = weightOf(all.filter(({ proxy }) => proxy === row.owner));
    yield* difference(`votes left to ${row.owner}`, BigInt(row.proxied_vote_weight), left);
    const weight = row.staked + (row.is_proxy ? left : 0n);
    yield* difference(`weight of ${row.owner}`, BigInt(row.last_vote_weight), weight);
  }
  const [state] = chain.rows('eosio', 'eosio', globalTable);
  const votes = sum(standing.map(({ total_votes: given }) => BigInt(given)));
  yield* difference('all votes', BigInt(state?.total_producer_vote_weight ?? 0), votes);
  const stake = sum(all.map(({ staked }) => staked));
  yield* difference('all stakes', state?.total_activated_stake ?? 0n, stake);
}

function weightOf(rows: readonly VoterRow[]): bigint {
  return sum(rows.map(({ last_vote_weight: weight }) => BigInt(weight)));
}
