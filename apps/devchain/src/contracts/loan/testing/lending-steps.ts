import fc from 'fast-check';
import { REGTEST } from '../../bridge/bitcoin-address';
import { depositAddress } from '../../bridge/deposit-address';
import { amountOf, CBTC } from '../../bridge/tokens';
import { cancelloan, cancelredeem, withdraw } from '../signatures';
import type { LendingChain } from './lending-chain';
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

const ONE = 10n ** 8n;
const OUTSIDE = depositAddress('nowhere', 'nobody', REGTEST);

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
const cap = fc.integer({ min: 1, max: 2200 });
const id = fc.integer({ min: 0, max: 20 });

const one = (arbitrary: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> => arbitrary.map((step) => [step]);

/** Steps as they come; now and then a price that stays for longer than the 72 hours, and all that follows. */
export const stepsInTurn: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: one(fc.record({ kind: kind('lend'), person, poolId, amount })) },
      { weight: 4, arbitrary: one(fc.record({ kind: kind('redeem'), person, poolId, amount })) },
      { weight: 6, arbitrary: one(fc.record({ kind: kind('borrow'), person, poolId, amount, cap })) },
      { weight: 4, arbitrary: one(fc.record({ kind: kind('repay'), person, amount })) },
      { weight: 2, arbitrary: one(fc.record({ kind: kind('withdraw'), person, amount: collateral })) },
      { weight: 2, arbitrary: one(fc.record({ kind: kind('fund'), person, amount: collateral })) },
      { weight: 1, arbitrary: one(fc.record({ kind: kind('cancelRedemption'), person, id })) },
      { weight: 1, arbitrary: one(fc.record({ kind: kind('cancelRequest'), person })) },
      { weight: 5, arbitrary: one(fc.record({ kind: kind('setPrice'), price })) },
      { weight: 4, arbitrary: one(fc.record({ kind: kind('wait'), seconds })) },
      { weight: 5, arbitrary: one(fc.record({ kind: kind('process') })) },
      { weight: 3, arbitrary: price.map(ordeal) },
    ),
    { maxLength: 200, size: 'max' },
  )
  .map((turns) => turns.flat());

/** Everybody has something to lose, and both pools something to lend. */
export const BEGINNING: readonly Step[] = [
  ...PEOPLE.map((name): Step => ({ kind: 'fund', person: name, amount: ONE })),
  ...POOLS.map((pool): Step => ({ kind: 'lend', person: 'ann', poolId: pool, amount: 40_000n * ONE })),
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

/** The step by the plain rules; tells why it is refused. */
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
