import { nameToValue } from '@app/antelope';
import { pegOutsTable } from '../../../../apps/devchain/src/contracts/bridge/tables';
import { cancelorder } from '../../../../apps/devchain/src/contracts/dex/signatures';
import { PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import { ordersTable } from '../../../../apps/devchain/src/contracts/dex/tables';
import { cancelredeem } from '../../../../apps/devchain/src/contracts/loan/signatures';
import {
  loansTable,
  loanRequestsTable,
  rateCurveTable,
  redemptionsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import { proposalsTable } from '../../../../apps/devchain/src/contracts/msig/tables';
import { pricesTable } from '../../../../apps/devchain/src/contracts/oracle/tables';
import { votersTable } from '../../../../apps/devchain/src/contracts/producers/tables';
import { decode } from '../../../../apps/devchain/src/kernel/sdk/abi/abi-type';
import { ACTORS } from '../../../../apps/devchain/src/simulation/actors';
import type { SimulatedChain } from '../../../harness/chain/simulated-chain';

/** The owner of one object and its states in order. */
export interface StateHistory<T> {
  readonly account: string;
  readonly seen: T[];
}

/** Queue lengths and the price after one block. */
export interface BlockSample {
  readonly requests: number;
  readonly redemptions: number;
  readonly proposals: number;
  readonly price: number;
}

/** Records what table readers see of a simulated chain, block by block. */
export class EventRecorder {
  /** By id. `queued` while it is a request, then its status. */
  readonly loans = new Map<bigint, StateHistory<number | 'queued'>>();
  /** By id: the queued shares. */
  readonly redemptions = new Map<bigint, StateHistory<bigint>>();
  /** By bridge and id: the scopes of the history. */
  readonly pegOuts = new Map<string, StateHistory<string>>();
  /** By identifier: the unfilled base units. */
  readonly orders = new Map<bigint, StateHistory<bigint>>();
  readonly curves = new Set<number>();
  readonly votes = new Set<string>();
  readonly samples: BlockSample[] = [];
  /** Number of executions of each action, `contract::action`. */
  readonly actions = new Map<string, number>();
  readonly cancelledRedemptions = new Set<bigint>();
  readonly cancelledOrders = new Set<bigint>();

  constructor(private readonly simulated: SimulatedChain) {
    simulated.chain.events.transaction.add(({ actionTraces }) => {
      for (const { act, receiver } of actionTraces) {
        if (receiver !== act.account) continue;
        const name = `${act.account}::${act.name}`;
        this.actions.set(name, (this.actions.get(name) ?? 0) + 1);
        if (name === 'loan::cancelredeem')
          this.cancelledRedemptions.add(decode(cancelredeem.args, act.data).id);
        if (name === 'dex::cancelorder')
          this.cancelledOrders.add(decode(cancelorder.args, act.data).orderIdentifier);
      }
    });
  }

  /** Produces blocks and records the tables after each. */
  recordBlocks(blocks: number, betweenMs: number): void {
    for (let left = blocks; left > 0; left--) {
      this.simulated.run(1, betweenMs);
      this.recordTables();
    }
  }

  recordTables(): void {
    const { view } = this.simulated;
    const requests = view.rows('loan', 'loan', loanRequestsTable);
    const redemptions = view.rows('loan', 'loan', redemptionsTable);
    for (const { id, account } of requests) note(this.loans, id, account, 'queued');
    for (const scope of ['completed', 'loan'])
      for (const { id, account, status } of view.rows('loan', scope, loansTable))
        note(this.loans, id, account, status);
    for (const { id, account, quantity } of redemptions) note(this.redemptions, id, account, quantity.units);
    for (const bridge of ['bridge', 'vaults'])
      for (const scope of ['review', 'pending', 'completed', 'canceled'])
        for (const { id, account } of view.rows(bridge, scope, pegOutsTable))
          note(this.pegOuts, `${bridge} ${String(id)}`, account, scope);
    for (const { name } of PAIRS)
      for (const { identifier, account, baseAsset } of view.rows('dex', name, ordersTable))
        note(this.orders, identifier, account, baseAsset.units);
    for (const { base_apr_bps, kink_apr_bps } of view.rows('loan', 'loan', rateCurveTable))
      this.curves.add(base_apr_bps + kink_apr_bps);
    this.votes.add(
      view.find('eosio', 'eosio', votersTable, nameToValue(ACTORS.taker))?.producers.join(' ') ?? 'none',
    );
    const [feed] = view.rows('oracle', 'oracle', pricesTable);
    this.samples.push({
      requests: requests.length,
      redemptions: redemptions.length,
      proposals: view.rows('eosio.msig', ACTORS.producers[0], proposalsTable).length,
      price: Number(feed?.price),
    });
  }
}

/** The state histories of the objects that `account` owns. */
export function historiesOf<T>(histories: ReadonlyMap<unknown, StateHistory<T>>, account: string): T[][] {
  return [...histories.values()].filter((history) => history.account === account).map(({ seen }) => seen);
}

function note<K, T>(histories: Map<K, StateHistory<T>>, key: K, account: string, now: T): void {
  const history = histories.get(key) ?? { account, seen: [] };
  histories.set(key, history);
  if (history.seen.at(-1) !== now) history.seen.push(now);
}
