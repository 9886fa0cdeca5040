import { orderEffect, orderEffectAnswer } from '../composing/effects/order-effect';
import type { OrderTerms } from '../composing/effects/order-terms';
import type { EarlierSteps, StepRun } from '../composing/effects/step-run';
import type { Assessment } from '../composing/proposals';
import type { Warning } from '../composing/warnings';
import { type OrderGuards, requireGuards, requireNoGuards } from './order-guards';
import { type MarketFacts, orderWarnings } from './order-warnings';

/** An order, the market before it, and its dry run. */
export interface OrderRun {
  readonly terms: OrderTerms;
  readonly facts: MarketFacts;
  readonly run: StepRun;
  readonly exchange: string;
  readonly guards: OrderGuards;
}

/**
 * The outcome of an order, and what to know before it is signed.
 * @throws ToolError for a run that its guards refuse, and for a failed one of an order that has some: its bytes would be
 *   kept under the request id, and be good to sign as soon as the chain takes them, which knows no guards
 */
export function assessOrder({ terms, facts, run, exchange, guards }: OrderRun): Assessment {
  const { status, error, movements, earlier } = run;
  const effect = movements === null ? undefined : orderEffect(terms, movements, exchange);
  const isBookChanged = changesBook(terms, earlier, exchange);
  const before = { isBookChanged, taken: takenBefore(terms, earlier, exchange) };
  if (status === 'failed') requireNoGuards(guards, error);
  else requireGuards(guards, terms, { ...facts, isBookChanged }, effect);
  const isUnknown = movements !== null && effect === undefined;
  return {
    order: effect && orderEffectAnswer(terms, effect),
    warnings: [...(isUnknown ? [UNKNOWN_ORDER] : []), ...orderWarnings(terms, facts, effect, before)],
  };
}

const UNKNOWN_ORDER: Warning = {
  code: 'effects_unknown',
  message: 'the payments of the exchange in the dry run do not show how much of the order would be filled',
};

/**
 * Whether earlier steps of the transaction may have changed the side of the book that the order trades with: what that
 * side locks went into the exchange or out of it.
 */
function changesBook({ side, pair }: OrderTerms, { movements }: EarlierSteps, exchange: string): boolean {
  const { contract, apiSymbol } = side === 'buy' ? pair.base : pair.quote;
  return movements.some(
    ({ token, from, to }) =>
      token.contract === contract && token.name === apiSymbol && (from === exchange || to === exchange),
  );
}

/** Base units that earlier steps traded with the side of the book that the order trades with. */
function takenBefore(
  { account, side, pair }: OrderTerms,
  { movements }: EarlierSteps,
  exchange: string,
): bigint {
  return movements
    .filter(
      ({ token, from, to, memo }) =>
        token.contract === pair.base.contract &&
        token.name === pair.base.apiSymbol &&
        from === exchange &&
        memo === `trade ${pair.chainName}` &&
        // The base token of a buy goes to its account, and that of a sell to others.
        (to === account) === (side === 'buy'),
    )
    .reduce((sum, { units }) => sum + units, 0n);
}
