import { ValueError } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import type { ActionTrace } from '@app/upstream';
import { transferOf } from '../sentences/facts';
import { type BalanceChange, balanceChanges, MAX_CHANGES } from './balance-changes';
import { type OrderEffect, orderEffect } from './order-effect';
import { orderOf, type OrderTerms } from './order-terms';
import { tokenMovements, type TokenMovement } from './token-movements';

/** An order of a transaction and its outcome. */
export interface PlacedOrder {
  /** Index of its action in the transaction, from 0. */
  readonly action: number;
  readonly terms: OrderTerms;
  readonly effect: OrderEffect;
  /** Tokens that its action moved. */
  readonly movements: readonly TokenMovement[];
}

/** Effects of a transaction that was executed. */
export interface ExecutedEffects {
  readonly changes: readonly BalanceChange[];
  /** Of each order among the actions; null where that of one of them is not known. */
  readonly orders: readonly PlacedOrder[] | null;
}

/**
 * The effects of an executed transaction, by the rules of those of a dry run; undefined where the traces are not those of
 * such actions, cannot be read, or change more balances than an answer lists. Pure.
 * @param contextFree number of context-free actions: nodes number them before the others
 */
export function executedEffects(
  profile: ProfileWithoutTables,
  actions: readonly (DecodedAction | undefined)[],
  traces: readonly ActionTrace[],
  { signer, contextFree }: { readonly signer: string; readonly contextFree: number },
): ExecutedEffects | undefined {
  try {
    const movements = tokenMovements(profile, traces);
    const changes = balanceChanges(movements, signer);
    if (changes.length > MAX_CHANGES) return undefined;
    return { changes, orders: placedOrders(profile, actions, movements, contextFree) };
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}

/**
 * The orders among actions, each by the payments that its own action caused; null where those of one are not known: a list
 * without it would say that it was not placed.
 * @param contextFree number of context-free actions: nodes number them before the others
 */
function placedOrders(
  profile: ProfileWithoutTables,
  actions: readonly (DecodedAction | undefined)[],
  movements: readonly TokenMovement[],
  contextFree: number,
): PlacedOrder[] | null {
  // Some nodes do not say what caused an action. The payments of an only action are all of them.
  const isOnly = actions.length === 1;
  const orders: PlacedOrder[] = [];
  for (const [action, one] of actions.entries()) {
    const terms = one && orderOf(profile, transferOf(profile, one));
    if (terms === undefined) continue;
    const own = isOnly ? movements : movements.filter(({ root }) => root === contextFree + action);
    const effect = orderEffect(terms, own, profile.account('exchange'));
    if (effect === undefined) return null;
    orders.push({ action, terms, effect, movements: own });
  }
  return orders;
}
