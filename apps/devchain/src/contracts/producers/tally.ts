import { nameToValue } from '@app/antelope';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { changeGlobalState, globalState } from './global-state';
import { REFUSALS } from './refusals';
import { producersTable, type VoterRow, votersTable } from './tables';

/** Weight of a vote: the voter's balance and, for a proxy, the weight delegated to it. No decay, unlike live chains. */
export function voteWeight({ staked, is_proxy: isProxy, proxied_vote_weight: proxied }: VoterRow): number {
  return Number(staked) + (isProxy ? proxied : 0);
}

/** Adds a weight, which may be negative, to what a voter votes for: producers, or a proxy and through it others. */
export function addVotes(
  context: ContractContext,
  voter: Pick<VoterRow, 'proxy' | 'producers'>,
  weight: number,
): void {
  if (weight === 0) return;
  if (voter.proxy === '') addToProducers(context, voter.producers, weight);
  else addToProxy(context, voter.proxy, weight);
}

/** Brings what a voter's choice counts in line with what it weighs now. */
export function recount(context: ContractContext, voter: VoterRow): VoterRow {
  const weight = voteWeight(voter);
  addVotes(context, voter, weight - voter.last_vote_weight);
  return context.table(votersTable, context.receiver).modify(voter, { last_vote_weight: weight });
}

function addToProxy(context: ContractContext, proxy: string, weight: number): void {
  const table = context.table(votersTable, context.receiver);
  const row = table.get(nameToValue(proxy), REFUSALS.proxyNotFound);
  recount(context, table.modify(row, { proxied_vote_weight: row.proxied_vote_weight + weight }));
}

function addToProducers(context: ContractContext, names: readonly string[], weight: number): void {
  const table = context.table(producersTable, context.receiver);
  for (const name of names) {
    const row = table.get(nameToValue(name), REFUSALS.notRegistered(name));
    table.modify(row, { total_votes: row.total_votes + weight });
  }
  const { total_producer_vote_weight: total } = globalState(context);
  if (names.length > 0)
    changeGlobalState(context, { total_producer_vote_weight: total + weight * names.length });
}
