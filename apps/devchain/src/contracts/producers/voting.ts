import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { compareNames } from '../../kernel/sdk/authority';
import { check } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { balanceOf } from '../shared/balance';
import { amountOf, NATIVE } from '../shared/tokens';
import { elect } from './election';
import { changeGlobalState, globalState } from './global-state';
import { REFUSALS } from './refusals';
import type { regproxy, voteproducer } from './signatures';
import { producersTable, type VoterRow, votersTable } from './tables';
import { addVotes, recount, voteWeight } from './tally';

/** The most producers one may vote for. Source: eosio.system. */
const MAX_VOTES = 30;

/** Votes for producers, or leaves it to a proxy; in place of what the voter chose before. */
export function vote(context: ContractContext, choice: ArgsOf<typeof voteproducer>): void {
  const { voter: owner, proxy, producers: names } = choice;
  context.requireAuth(owner);
  if (proxy === '') checkProducers(context, names);
  else checkProxy(context, choice);
  const table = context.table(votersTable, context.receiver);
  const before = table.find(nameToValue(owner)) ?? emplaceVoter(context, owner);
  check(proxy === '' || !before.is_proxy, REFUSALS.proxyUsesProxy);
  // This chain has no staking: the balance at the time of the vote counts.
  const staked = balanceOf(context, owner, NATIVE);
  check(staked > 0n, REFUSALS.noStake);
  addVotes(context, before, -before.last_vote_weight);
  const after = { ...before, proxy, producers: names, staked };
  const weight = voteWeight(after);
  addVotes(context, after, weight);
  table.modify(before, { proxy, producers: names, staked, last_vote_weight: weight });
  const { total_activated_stake: total } = globalState(context);
  changeGlobalState(context, { total_activated_stake: total + staked - before.staked });
  elect(context);
}

/** Lets others leave their votes to this account, or does not any more. */
export function registerProxy(
  context: ContractContext,
  { proxy: owner, isproxy: isProxy }: ArgsOf<typeof regproxy>,
): void {
  context.requireAuth(owner);
  const row =
    context.table(votersTable, context.receiver).find(nameToValue(owner)) ?? emplaceVoter(context, owner);
  check(row.is_proxy !== isProxy, REFUSALS.noChange);
  check(!isProxy || row.proxy === '', REFUSALS.usesProxy);
  recount(context, context.table(votersTable, context.receiver).modify(row, { is_proxy: isProxy }));
  elect(context);
}

function checkProxy(
  context: ContractContext,
  { voter, proxy, producers: names }: ArgsOf<typeof voteproducer>,
) {
  check(names.length === 0, REFUSALS.bothProxyAndProducers);
  check(voter !== proxy, REFUSALS.proxyToSelf);
  check(context.isAccount(proxy), REFUSALS.invalidProxy);
  const row = context.table(votersTable, context.receiver).get(nameToValue(proxy), REFUSALS.proxyNotFound);
  check(row.is_proxy, REFUSALS.proxyNotFound);
}

function checkProducers(context: ContractContext, names: readonly string[]): void {
  check(names.length <= MAX_VOTES, REFUSALS.tooManyProducers);
  const isSorted = names.every((name, at) => at === 0 || compareNames(names[at - 1] ?? '', name) < 0);
  check(isSorted, REFUSALS.notSorted);
  for (const name of names) {
    const row = context
      .table(producersTable, context.receiver)
      .get(nameToValue(name), REFUSALS.notRegistered(name));
    check(row.is_active, REFUSALS.notActive(name));
  }
}

function emplaceVoter(context: ContractContext, owner: string): VoterRow {
  const row: VoterRow = {
    ...{ owner, proxy: '', producers: [], staked: 0n, last_vote_weight: 0, proxied_vote_weight: 0 },
    ...{ is_proxy: false, flags1: 0, reserved2: 0, reserved3: amountOf(NATIVE, 0n) },
  };
  context.table(votersTable, context.receiver).emplace(owner, row);
  return row;
}
