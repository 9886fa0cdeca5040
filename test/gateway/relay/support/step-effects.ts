import { formatAmount, parseAmount, parsePrice } from '@app/antelope';
import type { PlainTrade } from '../../../../apps/devchain/src/contracts/dex/testing/naive-exchange';
import { PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import { SHARES } from '../../../../apps/devchain/src/contracts/shared/tokens';
import { units } from '../../../harness/gateway/test-gateway';
import type { EconomyModel } from './economy-model';
import { changes } from './model-balances';
import type { Step } from './random-proposals';

/** Announced effects of a step. */
export interface StepEffect {
  readonly tool?: string;
  readonly order?: { filled: string; average_price: string | null; resting: string; refunded: string };
  readonly loan?: { debt_after: string; ltv_bps_after: number; liquidation_price_after: string | null };
  readonly shares?: { pool_id: number; change: string };
  readonly queue?: { position: number; usdt_ahead: string };
  readonly fee?: { token: string; amount: string; arrives: string };
}

interface ComparedStep {
  readonly refusal?: string;
  /** Compares what is announced for the step with what the models say of it. */
  readonly expectEffect: (effect: StepEffect) => void;
}

/** Steps in order, up to the first one that the models refuse. */
export function compareSteps(model: EconomyModel, steps: readonly Step[]): ComparedStep[] {
  const compared: ComparedStep[] = [];
  for (const step of steps) {
    const before = model.balances();
    const trades = model.exchange.trades.length;
    const refusal = model.apply(step.tool, step.input);
    const changed = changes(before, model.balances());
    const made = model.exchange.trades.slice(trades);
    compared.push({ refusal, expectEffect: expectation(model, { step, changed, trades: made }) });
    if (refusal !== undefined) break;
  }
  return compared;
}

interface Outcome {
  readonly step: Step;
  readonly changed: Record<string, bigint>;
  readonly trades: readonly PlainTrade[];
}

function expectation(model: EconomyModel, outcome: Outcome): ComparedStep['expectEffect'] {
  const { step, changed } = outcome;
  const account = String(step.input['account']);
  const loan = loanOf(model, account);
  const poolId = Number(step.input['pool_id']);
  const place = placeOf(model, account, poolId, step.tool);
  const ahead = aheadOf(model, poolId, step.tool, place);
  const order = orderOf(model, outcome);
  return ({ order: placed, loan: announced, shares, queue, fee }) => {
    expect(placed !== undefined).toBe(step.tool === 'place_order');
    if (placed !== undefined) expectOrder(placed, outcome, order);
    expect(fee).toEqual(feeOf(step));
    if (announced !== undefined) expectLoan(announced, loan);
    if (shares !== undefined) {
      expect(shares.pool_id).toBe(poolId);
      expect(units(shares.change)).toBe(changed[`${account} ${SHARES[poolId]!.symbol}`]);
    }
    if (queue !== undefined) expectPlace(queue, { place, ahead, isExact: step.tool === 'borrow' });
  };
}

function expectOrder(
  order: NonNullable<StepEffect['order']>,
  { step, trades }: Outcome,
  { locked, resting, stillLocked }: PlainOutcome,
): void {
  const { base, quote, priceDecimals } = PAIRS.find(({ name }) => name === step.input['pair'])!;
  const filled = trades.reduce((sum, trade) => sum + trade.base, 0n);
  const value = trades.reduce((sum, trade) => sum + trade.quote, 0n);
  expect(units(order.filled)).toBe(filled);
  expect(units(order.resting)).toBe(resting);
  const spent = step.input['side'] === 'buy' ? value : filled;
  expect(units(order.refunded)).toBe(locked - spent - stillLocked);
  if (filled === 0n) {
    expect(order.average_price).toBeNull();
    return;
  }
  // Value and average price times amount differ by less than one unit of the price.
  const [dividend, divisor] = [
    value * 10n ** BigInt(base.precision + priceDecimals),
    filled * 10n ** BigInt(quote.precision),
  ];
  const error = units(order.average_price) * divisor - dividend;
  expect(step.input['side'] === 'buy' ? error : -error).toBeGreaterThanOrEqual(0n);
  expect(error < 0n ? -error : error).toBeLessThan(divisor);
}

interface Loan {
  readonly debt: bigint;
  readonly collateral: bigint;
  readonly price: bigint;
}

function loanOf({ lending: { ledger, loans } }: EconomyModel, account: string): Loan {
  const loan = loans.loans.find((one) => one.account === account);
  const restoreInterest = ledger.saveInterest();
  const debt = loan === undefined ? 0n : ledger.pool(loan.poolId).debtOf(account);
  restoreInterest();
  return { debt, collateral: ledger.unitsOf(ledger.cbtc, account), price: ledger.price };
}

/** The debt is announced as of the newest block: without the interest of the time until the transaction. */
function expectLoan(announced: NonNullable<StepEffect['loan']>, { debt, collateral, price }: Loan): void {
  const missing = debt - units(announced.debt_after);
  expect(missing).toBeGreaterThanOrEqual(0n);
  expect(missing).toBeLessThanOrEqual(interestOfSeconds(debt));
  const ltv = Number((debt * 10_000n * 10n ** 8n) / (collateral * price));
  expect(Math.abs(announced.ltv_bps_after - ltv)).toBeLessThanOrEqual(1);
  const debtAfter = units(announced.debt_after);
  const limit = announced.liquidation_price_after;
  expect(limit === null).toBe(debtAfter === 0n);
  if (limit === null) return;
  // The highest price at which the debt is 80 % of the collateral, or more.
  const isAtRisk = (at: bigint) => debtAfter * 100n * 10n ** 8n >= 80n * collateral * at;
  expect([isAtRisk(units(limit)), isAtRisk(units(limit) + 1n)]).toEqual([true, false]);
}

/** Shares are worth what they are at the newest block: the transaction finds the interest of a second more in them. */
function expectPlace(
  announced: NonNullable<StepEffect['queue']>,
  { place, ahead, isExact }: { readonly place: number; readonly ahead: bigint; readonly isExact: boolean },
): void {
  expect(announced.position).toBe(place);
  const missing = ahead - units(announced.usdt_ahead);
  expect(missing < 0n ? -missing : missing).toBeLessThanOrEqual(isExact ? 0n : interestOfSeconds(ahead));
}

/** Interest of two seconds at the highest rate, and a unit of rounding. */
const interestOfSeconds = (debt: bigint): bigint => (2n * debt * 2_000n) / (10_000n * 31_536_000n) + 2n;

/** Place of the newest entry of the account in the queue of a pool, from 1. */
function placeOf(
  { lending: { deposits, loans } }: EconomyModel,
  account: string,
  poolId: number,
  tool: string,
): number {
  const queue: readonly { account: string; poolId: number }[] =
    tool === 'borrow' ? loans.requests : deposits.redemptions;
  const ofPool = queue.filter((entry) => entry.poolId === poolId);
  return ofPool.findLastIndex((entry) => entry.account === account) + 1;
}

/** USDT that the entries of a pool before a place wait for. */
function aheadOf(
  { lending: { deposits, loans, ledger } }: EconomyModel,
  poolId: number,
  tool: string,
  place: number,
): bigint {
  const before = <T extends { poolId: number }>(queue: readonly T[]): T[] =>
    queue.filter((entry) => entry.poolId === poolId).slice(0, Math.max(0, place - 1));
  if (tool === 'borrow') return before(loans.requests).reduce((sum, { amount }) => sum + amount, 0n);
  const shares = before(deposits.redemptions).reduce((sum, entry) => sum + entry.shares, 0n);
  return shares === 0n ? 0n : ledger.pool(poolId, 'stored').valueOf(shares);
}

/** Fee of a withdrawal, by the terms that the bridges of a development chain begin with. */
function feeOf({ tool, input }: Step): StepEffect['fee'] {
  const terms = {
    withdraw_btc: { token: 'BTC', bps: 10n, min: 1_000n, max: 1_000_000n, miners: 2_000n },
    withdraw_collateral: { token: 'CBTC', bps: 50n, min: 0n, max: 500_000n, miners: 0n },
  }[tool];
  if (terms === undefined) return undefined;
  const amount = units(input['amount'] ?? input['amount_cbtc']);
  const part = amount * terms.bps;
  const [rounded, most] = [part / 10_000n + (part % 10_000n === 0n ? 0n : 1n), terms.max];
  const own = rounded < terms.min ? terms.min : rounded > most ? most : rounded;
  const text = (value: bigint) => formatAmount(value, 8);
  const fee = own + terms.miners;
  return { token: terms.token, amount: text(fee), arrives: text(amount - fee) };
}

/** Tokens that an order locks at first, what is left of it in the book, and what that locks. */
interface PlainOutcome {
  readonly locked: bigint;
  readonly resting: bigint;
  readonly stillLocked: bigint;
}

function orderOf({ exchange }: EconomyModel, { step }: Outcome): PlainOutcome {
  if (step.tool !== 'place_order') return { locked: 0n, resting: 0n, stillLocked: 0n };
  const { input } = step;
  const pair = PAIRS.find(({ name }) => name === input['pair'])!;
  const terms = {
    side: input['side'] as 'buy' | 'sell',
    price: parsePrice(String(input['price']), pair.priceDecimals),
    base: parseAmount(String(input['amount']), pair.base),
  };
  const rest = exchange.book(pair).find(({ identifier }) => identifier === exchange.lastOrder);
  return {
    locked: exchange.lock(pair, terms),
    resting: rest?.base ?? 0n,
    stillLocked: rest === undefined ? 0n : exchange.lock(pair, rest),
  };
}
