import { ptxhistory } from '../../../apps/devchain/src/contracts/bridge/tables';
import { history2 } from '../../../apps/devchain/src/contracts/dex/tables';
import { liquidation, loan } from '../../../apps/devchain/src/contracts/loan/tables';
import type { LendingChain } from '../../../apps/devchain/src/contracts/loan/testing/lending-chain';
import { system } from '../../../apps/devchain/src/contracts/system/contract';
import { tokenContract } from '../../../apps/devchain/src/contracts/token/contract';
import { DEPLOYED_CONTRACTS } from '../../../apps/devchain/src/genesis/deployed-contracts';

/** For those who run a chain: done by genesis, or not at all. */
const NOT_FOR_PEOPLE = [
  ...['setcode', 'setabi', 'setpriv', 'setalimits'].map((name) => `eosio::${name}`),
  'token::create',
  'loan::init',
];
const TOKEN_CONTRACT = /^.+\.token$/;

/** Every action of every contract that somebody can come by; those of all token contracts as one. */
export const ACTIONS = [system, tokenContract('token'), ...DEPLOYED_CONTRACTS]
  .flatMap(({ account, actions }) => [...actions.keys()].map((name) => `${account}::${name}`))
  .filter((name) => !NOT_FOR_PEOPLE.includes(name));

/** What came of all that was tried: the proof that it was not for nothing. */
export class Tally {
  readonly taken = new Set<string>();
  readonly actions = new Set<string>();
  readonly events = new Set<string>();
  steps = 0;
  refusals = 0;

  /** Notes all actions that are executed from now on, those that contracts send among them. */
  watch({ chain }: LendingChain): void {
    chain.onTransaction(({ actionTraces }) => {
      for (const { act, receiver } of actionTraces)
        if (receiver === act.account)
          this.actions.add(`${receiver.replace(TOKEN_CONTRACT, 'token')}::${act.name}`);
    });
  }

  note(kind: string, isTaken: boolean): void {
    this.steps++;
    if (isTaken) this.taken.add(kind);
    else this.refusals++;
  }

  /** Notes what the tables tell about what has happened. */
  look(chain: LendingChain): void {
    const { events } = this;
    for (const { pair } of chain.rows('dex', 'dex', history2)) events.add(`trade ${pair}`);
    for (const { status } of chain.rows('loan', 'completed', loan)) events.add(`loan ${String(status)}`);
    for (const { loss } of chain.rows('loan', 'finished', liquidation))
      events.add(loss.units > 0n ? 'sale with loss' : 'sale without loss');
    for (const bridge of ['bridge', 'vaults'])
      for (const scope of ['completed', 'canceled'])
        if (chain.rows(bridge, scope, ptxhistory).length > 0) events.add(`${bridge} ${scope}`);
    if (chain.chain.schedule().active.producers.length > 1) events.add('producers take turns');
  }
}
