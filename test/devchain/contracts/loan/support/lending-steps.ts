import fc from 'fast-check';
import { REGTEST } from '../../../../../apps/devchain/src/contracts/bridge/addresses/bitcoin-address';
import { simulatedAddress } from '../../../../../apps/devchain/src/contracts/bridge/addresses/deposit-address';
import { amountOf, CBTC } from '../../../../../apps/devchain/src/contracts/shared/tokens';
import {
  cancelloan,
  cancelredeem,
  withdraw,
} from '../../../../../apps/devchain/src/contracts/loan/signatures';
import type { LendingChain } from '../../../../harness/chain/lending-chain';
import type { PlainLending } from './plain-lending';

/** People with money and a vault, and the pools they use. */
export const PEOPLE = ['ann', 'ben', 'cid', 'dot'] as const;
export const POOLS = [5, 6] as const;

export type Person = (typeof PEOPLE)[number];
export const vaultOf = (person: Person): string => `${person}vaul.loan`;

/** One thing somebody does. */
export type Step =
  | { kind: 'lend' | 'redeem'; person: Person; poolId: number; amount: bigint }
  | { kind: 'borrow'; person: Person; poolId: number; amount: bigint; cap: number }
  | { kind: 'repay' | 'withdraw' | 'fund'; person: Person; amount: bigint }
  | { kind: 'cancelRedemption'; person: Person; id: number }
  | { kind: 'cancelRequest'; person: Person }
  | { kind: 'setPrice'; price: bigint }
  | { kind: 'wait'; seconds: number }
  | { kind: 'process' };

/** A step that depends on what there is by then. */
export type Plan =
  | Step
  | { kind: 'redeemPart'; person: Person; poolId: number; percent: bigint }
  | { kind: 'borrowPart'; person: Person; poolId: number; percent: bigint }
  | { kind: 'cancelWaiting'; person: Person; place: number };

const ONE = 10n ** 8n;
const OUTSIDE = simulatedAddress('nobody', REGTEST);

const person = fc.constantFrom(...PEOPLE);
const poolId = fc.constantFrom(...POOLS);
const kind = <K extends string>(name: K) => fc.constant(name);
/** Sums that people would choose, and some that nobody would. */
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.bigInt({ min: 50n, max: 40_000n }).map((whole) => whole * ONE) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 300_000n * ONE }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 3n }) },
);
const collateral = fc.bigInt({ min: 1n, max: 2n * ONE });
const price = fc.oneof(
  { weight: 5, arbitrary: fc.bigInt({ min: 40_000n, max: 80_000n }).map((whole) => whole * ONE + 7n) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 200_000n * ONE }) },
);
const seconds = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 200 }) },
  { weight: 1, arbitrary: fc.constantFrom(3600, 24 * 3600, 73 * 3600, 100 * 24 * 3600) },
);
const cap = fc.oneof(fc.constant(2000), fc.integer({ min: 1, max: 2200 }));
const percent = fc.bigInt({ min: 1n, max: 100n });
const place = fc.integer({ min: 0, max: 3 });
const id = fc.integer({ min: 0, max: 20 });

const one = (arbitrary: fc.Arbitrary<Plan>): fc.Arbitrary<Plan[]> => arbitrary.map((step) => [step]);

/** Steps as they come; now and then a price that stays for longer than the 72 hours, and all that follows. */
export const stepsInTurn: fc.Arbitrary<Plan[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: one(fc.record({ kind: kind('lend'), person, poolId, amount })) },
      { weight: 1, arbitrary: one(fc.record({ kind: kind('redeem'), person, poolId, amount })) },
      { weight: 4, arbitrary: one(fc.record({ kind: kind('redeemPart'), person, poolId, percent })) },
      { weight: 3, arbitrary: one(fc.record({ kind: kind('borrow'), person, poolId, amount, cap })) },
      { weight: 4, arbitrary: one(fc.record({ kind: kind('borrowPart'), person, poolId, percent })) },
      { weight: 4, arbitrary: one(fc.record({ kind: kind('repay'), person, amount })) },
      { weight: 2, arbitrary: one(fc.record({ kind: kind('withdraw'), person, amount: collateral })) },
      { weight: 2, arbitrary: one(fc.record({ kind: kind('fund'), person, amount: collateral })) },
      { weight: 1, arbitrary: one(fc.record({ kind: kind('cancelRedemption'), person, id })) },
      { weight: 2, arbitrary: one(fc.record({ kind: kind('cancelWaiting'), person, place })) },
      { weight: 1, arbitrary: one(fc.record({ kind: kind('cancelRequest'), person })) },
      { weight: 5, arbitrary: one(fc.record({ kind: kind('setPrice'), price })) },
      { weight: 4, arbitrary: one(fc.record({ kind: kind('wait'), seconds })) },
      { weight: 5, arbitrary: one(fc.record({ kind: kind('process') })) },
      { weight: 3, arbitrary: price.map(ordeal) },
    ),
    { maxLength: 200, size: 'max' },
  )
  .map((turns) => turns.flat());

/** Everybody has something to lose, a loan is sold while lenders wait for its money, another goes on. */
export const BEGINNING: readonly Plan[] = [
  ...PEOPLE.map((name): Plan => ({ kind: 'fund', person: name, amount: ONE })),
  ...POOLS.map((pool): Plan => ({ kind: 'lend', person: 'ann', poolId: pool, amount: 60_000n * ONE })),
  { kind: 'borrowPart', person: 'ben', poolId: 5, percent: 99n },
  { kind: 'borrowPart', person: 'cid', poolId: 5, percent: 40n },
  { kind: 'redeemPart', person: 'ann', poolId: 5, percent: 30n },
  { kind: 'redeemPart', person: 'ann', poolId: 5, percent: 40n },
  { kind: 'cancelWaiting', person: 'ann', place: 1 },
  ...ordeal(45_000n * ONE),
  { kind: 'fund', person: 'ben', amount: ONE },
];

function ordeal(low: bigint): Step[] {
  return [
    { kind: 'setPrice', price: low },
    { kind: 'process' },
    { kind: 'wait', seconds: 73 * 3600 },
    { kind: 'setPrice', price: low },
    { kind: 'process' },
    { kind: 'process' },
  ];
}

/** The step of a plan in the current state. */
export function stepOf(plan: Plan, plain: PlainLending): Step {
  if (plan.kind === 'redeemPart') {
    const { person: redeemer, poolId: pool } = plan;
    const owned = plain.of(plain.shares, `${redeemer} ${String(pool)}`);
    // At least a unit: a transfer of nothing is the token's to refuse.
    return { kind: 'redeem', person: redeemer, poolId: pool, amount: (owned * plan.percent) / 100n || 1n };
  }
  if (plan.kind === 'borrowPart') {
    const { person: borrower, poolId: pool } = plan;
    const limit = (plain.of(plain.cbtc, borrower) * plain.price * 7n) / (10n * ONE);
    return {
      kind: 'borrow',
      person: borrower,
      poolId: pool,
      amount: (limit * plan.percent) / 100n || 1n,
      cap: 2000,
    };
  }
  if (plan.kind === 'cancelWaiting') {
    const entry = plain.queue[Math.min(plan.place, plain.queue.length - 1)];
    const owner = PEOPLE.find((name) => name === entry?.account) ?? plan.person;
    return { kind: 'cancelRedemption', person: owner, id: entry?.id ?? 0 };
  }
  return plan;
}

/** The step by the plain rules; returns the reason of a refusal. */
export function runPlainly(plain: PlainLending, step: Step): string | undefined {
  switch (step.kind) {
    case 'lend':
      return plain.lend(step.person, step.poolId, step.amount);
    case 'redeem':
      return plain.redeem(step.person, step.poolId, step.amount);
    case 'borrow':
      return plain.borrow(step.person, step.poolId, step.amount, step.cap);
    case 'repay':
      return plain.repay(step.person, step.amount);
    case 'withdraw':
      return plain.withdraw(step.person, step.amount);
    case 'cancelRedemption':
      return plain.cancelRedemption(step.person, step.id);
    case 'cancelRequest':
      return plain.cancelRequest(step.person);
    case 'fund':
      plain.fund(step.person, step.amount);
      return undefined;
    case 'setPrice':
      plain.setPrice(step.price);
      return undefined;
    case 'process':
      plain.process();
      return undefined;
    case 'wait':
      return undefined;
  }
}

/** The step on the chain. Throws when it is refused. */
export function runOnChain(chain: LendingChain, step: Step): unknown {
  switch (step.kind) {
    case 'lend':
      return chain.lend(step.person, step.amount, step.poolId);
    case 'redeem':
      return chain.redeem(step.person, step.amount, step.poolId);
    case 'borrow':
      return chain.borrow(step.person, step.amount, { poolId: step.poolId, cap: step.cap });
    case 'repay':
      return chain.repay(step.person, step.amount);
    case 'withdraw': {
      const quantity = amountOf(CBTC, step.amount);
      const args = { account: step.person, quantity, btc_address: OUTSIDE };
      return chain.push(step.person, 'loan', withdraw, args);
    }
    case 'cancelRedemption':
      return chain.push(step.person, 'loan', cancelredeem, { account: step.person, id: BigInt(step.id) });
    case 'cancelRequest':
      return chain.push(step.person, 'loan', cancelloan, { account: step.person });
    case 'fund':
      return chain.payBitcoin('vaults', vaultOf(step.person), step.amount);
    case 'setPrice':
      return chain.setPrice(step.price);
    case 'process':
      return chain.process();
    case 'wait':
      return chain.wait(step.seconds);
  }
}
