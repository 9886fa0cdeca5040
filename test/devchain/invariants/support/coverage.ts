import { pegOutsTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { tradesTable } from '../../../../apps/devchain/src/contracts/dex/tables';
import { liquidationsTable, loansTable } from '../../../../apps/devchain/src/contracts/loan/tables';
import type { LendingChain } from '../../../harness/chain/lending-chain';
import { systemContract } from '../../../../apps/devchain/src/contracts/system/contract';
import { createTokenContract } from '../../../../apps/devchain/src/contracts/token/contract';
import { DEPLOYED_CONTRACTS } from '../../../../apps/devchain/src/genesis/deployed-contracts';

/** Actions that only genesis uses. */
const GENESIS_ONLY = [
  ...['setcode', 'setabi', 'setpriv', 'setalimits'].map((name) => `eosio::${name}`),
  'token::create',
  'loan::init',
];
const TOKEN_CONTRACT = /^.+\.token$/;

/** Every action of every contract outside of genesis; those of all token contracts count as one. */
export const CONTRACT_ACTIONS = [systemContract, createTokenContract('token'), ...DEPLOYED_CONTRACTS]
  .flatMap(({ account, actions }) => [...actions.keys()].map((name) => `${account}::${name}`))
  .filter((name) => !GENESIS_ONLY.includes(name));

/** Counts executed actions and reached states, to prove that runs cover the contracts. */
export class Coverage {
  readonly taken = new Set<string>();
  readonly actions = new Set<string>();
  readonly events = new Set<string>();
  steps = 0;
  refusals = 0;

  /** Records all actions executed from now on, inline actions included. */
  recordActions({ chain }: LendingChain): void {
    chain.events.transaction.add(({ actionTraces }) => {
      for (const { act, receiver } of actionTraces)
        if (receiver === act.account)
          this.actions.add(`${receiver.replace(TOKEN_CONTRACT, 'token')}::${act.name}`);
    });
  }

  count(kind: string, isTaken: boolean): void {
    this.steps++;
    if (isTaken) this.taken.add(kind);
    else this.refusals++;
  }

  /** Records the events that the tables show. */
  recordTables(chain: LendingChain): void {
    const { events } = this;
    for (const { pair } of chain.rows('dex', 'dex', tradesTable)) events.add(`trade ${pair}`);
    for (const { status } of chain.rows('loan', 'completed', loansTable))
      events.add(`loan ${String(status)}`);
    for (const { loss } of chain.rows('loan', 'finished', liquidationsTable))
      events.add(loss.units > 0n ? 'sale with loss' : 'sale without loss');
    for (const bridge of ['bridge', 'vaults'])
      for (const scope of ['completed', 'canceled'])
        if (chain.rows(bridge, scope, pegOutsTable).length > 0) events.add(`${bridge} ${scope}`);
    if (chain.chain.schedule().active.producers.length > 1) events.add('producers take turns');
  }
}
