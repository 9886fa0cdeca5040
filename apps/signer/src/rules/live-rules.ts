import { type ComposeCall, costOf, decimalText, unitsOf } from '@app/client';
import { factsOf } from '../chain/node-tables';
import { presentTime, SpendingError, type SpendingState, unexpiredUnits } from '../ledger/spending-rules';
import { capName, type Policy } from '../policy/policy';
import { durationMs } from '../policy/duration';
import { Refusal } from '../refusal';
import { isWithin } from './hours';
import type { Judgement } from './judge';
import { isWithinLoanToValue, loanFacts, type LoanFacts } from './loan-to-value';
import { openOrders } from './open-orders';
import { ORACLE_DECIMALS, type StatedPrice, statedPrice, worseByBps } from './price-guard';

/** A reason why a person has to approve a call. */
export interface AskReason {
  /** Scope of the approval: one with another scope does not cover it. */
  readonly covers: string;
  readonly text: string;
}

/** Where and when the tables are read. */
export interface Present {
  /** Of the machine and of the heads of the nodes, milliseconds. */
  readonly clocks: readonly number[];
  /** Nodes with these heads. */
  readonly nodes: readonly string[];
}

/** A call judged by the state of the chain. */
export interface LiveJudgement {
  /** A person has to approve it for each of these reasons. */
  readonly reasons: readonly AskReason[];
  /** Units that count while the transaction may still be executed, by a name that no cap has. */
  readonly openUnits: ReadonlyMap<string, bigint>;
  /** Holds the bounds against what was signed meanwhile. @throws SpendingError */
  readonly assertBounds: (state: SpendingState) => void;
}

type Bound = LiveJudgement['assertBounds'];
type Guard = NonNullable<NonNullable<Policy['file']['allow']['place_order']>['pairs']['btcusdt']>;

/**
 * Judges a call by the tables of the owner's nodes: each of them must allow it.
 * @throws Refusal
 */
export async function judgeLive(
  { call, units }: Judgement,
  policy: Policy,
  present: Present,
): Promise<LiveJudgement> {
  const reasons: AskReason[] = [];
  const { hours, allow } = policy.file;
  if (hours !== undefined && call.tool !== 'cancel_order' && !isWithin(hours, present.clocks))
    reasons.push({ covers: 'hours', text: 'outside of the hours of the policy' });
  const none: LiveJudgement = {
    reasons: [],
    openUnits: new Map(),
    assertBounds: () => undefined,
  };
  let bounds = none;
  if (call.tool === 'place_order') {
    const rule = allow.place_order?.pairs[call.body.pair];
    reasons.push(...(await guarded(call, rule, policy, present)));
    if (rule?.open_orders !== undefined) bounds = await orderBounds(call, rule.open_orders, policy, present);
  }
  if (call.tool === 'borrow' || call.tool === 'withdraw_collateral') {
    const maxBps = allow[call.tool]?.max_ltv_bps;
    if (maxBps !== undefined)
      bounds = { ...none, assertBounds: await loanBound(maxBps, units, policy, present) };
  }
  return { ...bounds, reasons };
}

type OrderCall = ComposeCall & { readonly tool: 'place_order' };

/** An approval covers a worse price up to the next whole percent: the oracle moves before the call is sent again. */
const APPROVED_STEP_BPS = 100n;

/** The price guard. Returns the reason to ask a person. */
async function guarded(
  { body: { pair, side, price } }: OrderCall,
  rule: Guard | undefined,
  policy: Policy,
  present: Present,
): Promise<AskReason[]> {
  const guard = rule?.price_guard;
  if (guard === undefined) return [];
  const decimals = policy.profile.pairs[pair]?.price_decimals ?? 0;
  const order = { side, price: unitsOf(price, decimals), decimals };
  const prices = await factsOf(policy, present.nodes, statedPrice);
  assertFresh(prices, durationMs(guard.max_age), present.clocks);
  const judged = prices.map(({ units }) => ({ units, worse: worseByBps(order, units) }));
  const worst = judged.reduce((one, other) => (other.worse > one.worse ? other : one));
  if (worst.worse <= BigInt(guard.worse_by_bps)) return [];
  const text = `${price} is worse than the oracle's ${decimalText(worst.units, ORACLE_DECIMALS)} by more than ${guard.worse_by_bps} bps`;
  if (guard.beyond !== 'approve') throw new Refusal('price', `${text}: by ${worst.worse} bps`);
  const upTo = ((worst.worse + APPROVED_STEP_BPS - 1n) / APPROVED_STEP_BPS) * APPROVED_STEP_BPS;
  return [{ covers: `price ${upTo}`, text: `${text}: by ${worst.worse} bps; approved up to ${upTo} bps` }];
}

function assertFresh(prices: readonly StatedPrice[], maxAgeMs: number, clocks: readonly number[]): void {
  const oldest = Math.min(...prices.map(({ updatedMs }) => updatedMs));
  const ageMs = Math.max(...clocks) - oldest;
  if (!(ageMs <= maxAgeMs))
    throw new Refusal('price', `the price of the oracle is ${Math.round(ageMs / 1000)} s old`);
}

async function orderBounds(
  { body: { pair, price, amount } }: OrderCall,
  limits: NonNullable<Guard['open_orders']>,
  policy: Policy,
  present: Present,
): Promise<LiveJudgement> {
  const { profile } = policy;
  const entry = profile.pairs[pair];
  const [base, quote] = [profile.tokens[entry?.base ?? ''], profile.tokens[entry?.quote ?? '']];
  if (entry === undefined || base === undefined || quote === undefined)
    throw new Refusal('arguments', `the profile has no pair ${pair}`);
  const units = unitsOf(amount, base.precision);
  const value = costOf(
    { units, precision: base.precision },
    { units: unitsOf(price, entry.price_decimals), decimals: entry.price_decimals },
    quote.precision,
  );
  const open = await factsOf(policy, present.nodes, (tables) => openOrders(tables, pair, policy));
  const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);
  const count = open.map((each) => each.count).reduce(most);
  const stated = open.map((each) => each.value).reduce(most);
  const [countName, valueName] = [`open orders ${pair}`, `open value ${pair}`];
  const nowMs = presentTime(present.clocks);
  const assertBounds: Bound = (state) => {
    // An order counts from its signing to its expiry, and in the book: within that minute it may count twice.
    const orders = count + unexpiredUnits(state, countName, nowMs) + 1n;
    if (orders > BigInt(limits.count))
      throw new SpendingError(
        'cap',
        `${pair}: this would be open order ${orders}, of ${limits.count} at most`,
      );
    const total = stated + unexpiredUnits(state, valueName, nowMs) + value;
    if (total > unitsOf(limits.value, quote.precision))
      throw new SpendingError(
        'cap',
        `${pair}: open orders would be worth ${decimalText(total, quote.precision)} ${quote.symbol}, of ${limits.value} at most`,
      );
  };
  const openUnits = new Map([
    [countName, 1n],
    [valueName, value],
  ]);
  return { reasons: [], openUnits, assertBounds };
}

/** The bound of the loan-to-value after a call, with everything that was signed and may still be executed. */
async function loanBound(
  maxBps: number,
  units: Judgement['units'],
  policy: Policy,
  { clocks, nodes }: Present,
): Promise<Bound> {
  const facts = await factsOf(policy, nodes, (tables) => loanFacts(tables, policy, Math.max(...clocks)));
  assertFresh(
    facts.map(({ price }) => price),
    LOAN_PRICE_AGE_MS,
    clocks,
  );
  const { tokens } = policy.profile;
  const decimals = { usdt: tokens['USDT']?.precision ?? 0, cbtc: tokens['CBTC']?.precision ?? 0 };
  const [debtCap, collateralCap] = [capName('debt', 'USDT'), capName('collateral', 'CBTC')];
  const nowMs = presentTime(clocks);
  return (state) => {
    const debt = unexpiredUnits(state, debtCap, nowMs) + (units.get(debtCap) ?? 0n);
    const leaving = unexpiredUnits(state, collateralCap, nowMs) + (units.get(collateralCap) ?? 0n);
    const after = (each: LoanFacts): LoanFacts => ({
      ...each,
      debt: each.debt + debt,
      collateral: each.collateral > leaving ? each.collateral - leaving : 0n,
    });
    if (!facts.every((each) => isWithinLoanToValue(after(each), maxBps, decimals)))
      throw new SpendingError(
        'cap',
        `the loan-to-value would be above ${maxBps} bps, the limit of the policy`,
      );
  };
}

/** The lending contract refuses a price older than this: docs/contracts/oracle.md, stale price. */
const LOAN_PRICE_AGE_MS = 300_000;
