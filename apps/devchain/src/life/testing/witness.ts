import { nameToValue } from '@app/antelope';
import { ptxhistory } from '../../contracts/bridge/tables';
import { cancelorder } from '../../contracts/dex/signatures';
import { PAIRS } from '../../contracts/dex/pairs';
import { orderbook2 } from '../../contracts/dex/tables';
import { cancelredeem } from '../../contracts/loan/signatures';
import { loan, loanqueue, ratecurve, redeemqueue } from '../../contracts/loan/tables';
import { proposal } from '../../contracts/msig/tables';
import { aggfeeds } from '../../contracts/oracle/tables';
import { voters } from '../../contracts/producers/tables';
import { decode } from '../../kernel/abi/abi-type';
import { CAST } from '../cast';
import type { LivingChain } from './living-chain';

/** What became of one thing: whose it is, and what it was, one after the other. */
export interface Course<T> {
  readonly account: string;
  readonly seen: T[];
}

/** How long the queues were, and what the price was, after one block. */
export interface Moment {
  readonly requests: number;
  readonly redemptions: number;
  readonly proposals: number;
  readonly price: number;
}

/** Watches a living chain, block by block, as somebody who reads tables would see it. */
export class Witness {
  /** By id. `queued` while it is a request, then its status. */
  readonly loans = new Map<bigint, Course<number | 'queued'>>();
  /** By id: the shares that wait. */
  readonly redemptions = new Map<bigint, Course<bigint>>();
  /** By bridge and id: the scopes of the history. */
  readonly pegOuts = new Map<string, Course<string>>();
  /** By identifier: what is left. */
  readonly orders = new Map<bigint, Course<bigint>>();
  readonly curves = new Set<number>();
  readonly votes = new Set<string>();
  readonly moments: Moment[] = [];
  /** Times each action was done, `contract::action`. */
  readonly actions = new Map<string, number>();
  readonly cancelledRedemptions = new Set<bigint>();
  readonly cancelledOrders = new Set<bigint>();

  constructor(private readonly living: LivingChain) {
    living.chain.onTransaction(({ actionTraces }) => {
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

  /** Lives for some blocks and looks at each of them. */
  watch(blocks: number, betweenMs: number): void {
    for (let left = blocks; left > 0; left--) {
      this.living.live(1, betweenMs);
      this.look();
    }
  }

  look(): void {
    const { view } = this.living;
    const requests = view.rows('loan', 'loan', loanqueue);
    const redemptions = view.rows('loan', 'loan', redeemqueue);
    for (const { id, account } of requests) note(this.loans, id, account, 'queued');
    for (const scope of ['completed', 'loan'])
      for (const { id, account, status } of view.rows('loan', scope, loan))
        note(this.loans, id, account, status);
    for (const { id, account, quantity } of redemptions) note(this.redemptions, id, account, quantity.units);
    for (const bridge of ['bridge', 'vaults'])
      for (const scope of ['review', 'pending', 'completed', 'canceled'])
        for (const { id, account } of view.rows(bridge, scope, ptxhistory))
          note(this.pegOuts, `${bridge} ${String(id)}`, account, scope);
    for (const { name } of PAIRS)
      for (const { identifier, account, baseAsset } of view.rows('dex', name, orderbook2))
        note(this.orders, identifier, account, baseAsset.units);
    for (const { base_apr_bps, kink_apr_bps } of view.rows('loan', 'loan', ratecurve))
      this.curves.add(base_apr_bps + kink_apr_bps);
    this.votes.add(
      view.find('eosio', 'eosio', voters, nameToValue(CAST.taker))?.producers.join(' ') ?? 'none',
    );
    const [feed] = view.rows('oracle', 'oracle', aggfeeds);
    this.moments.push({
      requests: requests.length,
      redemptions: redemptions.length,
      proposals: view.rows('eosio.msig', CAST.producers[0], proposal).length,
      price: Number(feed?.price),
    });
  }
}

/** What `account` has in a map of courses. */
export function coursesOf<T>(courses: ReadonlyMap<unknown, Course<T>>, account: string): T[][] {
  return [...courses.values()].filter((course) => course.account === account).map(({ seen }) => seen);
}

function note<K, T>(courses: Map<K, Course<T>>, key: K, account: string, now: T): void {
  const course = courses.get(key) ?? { account, seen: [] };
  courses.set(key, course);
  if (course.seen.at(-1) !== now) course.seen.push(now);
}
