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
  readonly loan?: { debt_after: string; ltv_bps_after: number };
  readonly shares?: { pool_id: number; change: string };
  readonly queue?: { position: number };
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
  const resting = restingOf(model, outcome);
  return ({ order, loan: announced, shares, queue }) => {
    expect(order !== undefined).toBe(step.tool === 'place_order');
    if (order !== undefined) expectOrder(order, outcome, resting);
    if (announced !== undefined) expectLoan(announced, loan);
    if (shares !== undefined) {
      expect(shares.pool_id).toBe(poolId);
      expect(units(shares.change)).toBe(changed[`${account} ${SHARES[poolId]!.symbol}`]);
    }
    if (queue !== undefined) expect(queue.position).toBe(place);
  };
}

function expectOrder(
  order: NonNullable<StepEffect['order']>,
  { step, trades }: Outcome,
  resting: bigint,
): void {
  const { base, quote, priceDecimals } = PAIRS.find(({ name }) => name === step.input['pair'])!;
  const filled = trades.reduce((sum, trade) => sum + trade.base, 0n);
  const value = trades.reduce((sum, trade) => sum + trade.quote, 0n);
  expect(units(order.filled)).toBe(filled);
  expect(units(order.resting)).toBe(resting);
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

/** Rest of the newest order in the book; 0 where it was not added. */
function restingOf({ exchange }: EconomyModel, { step }: Outcome): bigint {
  if (step.tool !== 'place_order') return 0n;
  const pair = PAIRS.find(({ name }) => name === step.input['pair'])!;
  return exchange.book(pair).find(({ identifier }) => identifier === exchange.lastOrder)?.base ?? 0n;
}
