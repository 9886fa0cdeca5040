import { publicKeyOf } from '@app/antelope';
import {
  regproducer,
  regproxy,
  unregprod,
  voteproducer,
} from '../../../../apps/devchain/src/contracts/producers/signatures';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { producersTable, votersTable } from '../../../../apps/devchain/src/contracts/producers/tables';
import { PRODUCERS } from '../../../../apps/devchain/src/genesis/accounts';
import { developmentKey } from '../../../../apps/devchain/src/client/development-key';
import { compareNames } from '../../../../apps/devchain/src/kernel/sdk/authority';
import type { TestAction } from './action';
import { oneOf } from './arbitraries';

/** Registers a producer with a key that the chain holds, so that it can produce blocks. */
export function stand(chain: LendingChain, producer: string): unknown {
  const producer_key = publicKeyOf(developmentKey('lending', producer));
  return chain.push(producer, 'eosio', regproducer, { producer, producer_key, url: '', location: 0 });
}

function proxiesOf(chain: LendingChain): string[] {
  const rows = chain.rows('eosio', 'eosio', votersTable);
  return rows.filter(({ is_proxy: isProxy }) => isProxy).map(({ owner }) => owner);
}

export const VOTE_ACTIONS = {
  stand: (chain, { pick }) => stand(chain, oneOf(PRODUCERS, pick)!),
  standDown: (chain, { pick }) => {
    const producer = oneOf(PRODUCERS, pick)!;
    return chain.push(producer, 'eosio', unregprod, { producer });
  },
  vote: (chain, { who, pick }) => {
    const active = chain.rows('eosio', 'eosio', producersTable).filter(({ is_active: isActive }) => isActive);
    const chosen = active.map(({ owner }) => owner).filter((_, index) => ((pick >> index) & 1) === 1);
    const names = chosen.sort(compareNames);
    return chain.push(who, 'eosio', voteproducer, { voter: who, proxy: '', producers: names });
  },
  leaveVote: (chain, { who, whom, pick }) => {
    const proxy = oneOf(proxiesOf(chain), pick) ?? who;
    return chain.push(whom, 'eosio', voteproducer, { voter: whom, proxy, producers: [] });
  },
  becomeProxy: (chain, { who }) => chain.push(who, 'eosio', regproxy, { proxy: who, isproxy: true }),
  beProxyNoMore: (chain, { who, pick }) => {
    const proxy = oneOf(proxiesOf(chain), pick) ?? who;
    return chain.push(proxy, 'eosio', regproxy, { proxy, isproxy: false });
  },
} satisfies Record<string, TestAction>;
