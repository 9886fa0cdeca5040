import fc from 'fast-check';
import { ACCOUNTS, type LendingAction, type PlannedAction, POOLS } from './lending-actions';

const ONE = 10n ** 8n;

const account = fc.constantFrom(...ACCOUNTS);
const poolId = fc.constantFrom(...POOLS);
const kind = <K extends string>(name: K) => fc.constant(name);
/** Mostly amounts in a usual range, some of any size. */
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

const single = (arbitrary: fc.Arbitrary<PlannedAction>): fc.Arbitrary<PlannedAction[]> =>
  arbitrary.map((action) => [action]);

/** Random actions, with liquidations: a price that stays for longer than the 72 hours. */
export const actionSequence: fc.Arbitrary<PlannedAction[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: single(fc.record({ kind: kind('lend'), account, poolId, amount })) },
      { weight: 1, arbitrary: single(fc.record({ kind: kind('redeem'), account, poolId, amount })) },
      { weight: 4, arbitrary: single(fc.record({ kind: kind('redeemPart'), account, poolId, percent })) },
      { weight: 3, arbitrary: single(fc.record({ kind: kind('borrow'), account, poolId, amount, cap })) },
      { weight: 4, arbitrary: single(fc.record({ kind: kind('borrowPart'), account, poolId, percent })) },
      { weight: 4, arbitrary: single(fc.record({ kind: kind('repay'), account, amount })) },
      { weight: 2, arbitrary: single(fc.record({ kind: kind('withdraw'), account, amount: collateral })) },
      { weight: 2, arbitrary: single(fc.record({ kind: kind('fund'), account, amount: collateral })) },
      { weight: 1, arbitrary: single(fc.record({ kind: kind('cancelRedemption'), account, id })) },
      { weight: 2, arbitrary: single(fc.record({ kind: kind('cancelWaiting'), account, place })) },
      { weight: 1, arbitrary: single(fc.record({ kind: kind('cancelRequest'), account })) },
      { weight: 5, arbitrary: single(fc.record({ kind: kind('setPrice'), price })) },
      { weight: 4, arbitrary: single(fc.record({ kind: kind('wait'), seconds })) },
      { weight: 5, arbitrary: single(fc.record({ kind: kind('process') })) },
      { weight: 3, arbitrary: price.map(liquidateAt) },
    ),
    { maxLength: 200, size: 'max' },
  )
  .map((turns) => turns.flat());

/** Accounts with deposits, debts and collateral; one loan is liquidated while redemptions wait for its USDT. */
export const INITIAL_ACTIONS: readonly PlannedAction[] = [
  ...ACCOUNTS.map((name): PlannedAction => ({ kind: 'fund', account: name, amount: ONE })),
  ...POOLS.map((pool): PlannedAction => ({
    kind: 'lend',
    account: 'ann',
    poolId: pool,
    amount: 60_000n * ONE,
  })),
  { kind: 'borrowPart', account: 'ben', poolId: 5, percent: 99n },
  { kind: 'borrowPart', account: 'cid', poolId: 5, percent: 40n },
  { kind: 'redeemPart', account: 'ann', poolId: 5, percent: 30n },
  { kind: 'redeemPart', account: 'ann', poolId: 5, percent: 40n },
  { kind: 'cancelWaiting', account: 'ann', place: 1 },
  ...liquidateAt(45_000n * ONE),
  { kind: 'fund', account: 'ben', amount: ONE },
];

function liquidateAt(low: bigint): LendingAction[] {
  return [
    { kind: 'setPrice', price: low },
    { kind: 'process' },
    { kind: 'wait', seconds: 73 * 3600 },
    { kind: 'setPrice', price: low },
    { kind: 'process' },
    { kind: 'process' },
  ];
}
