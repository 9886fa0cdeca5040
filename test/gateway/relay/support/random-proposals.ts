import fc from 'fast-check';
import type { InProcessClient } from '../../../../apps/devchain/src/client/in-process-client';
import { PAIRS } from '../../../../apps/devchain/src/contracts/dex/pairs';
import { ordersTable } from '../../../../apps/devchain/src/contracts/dex/tables';
import {
  loanRequestsTable,
  loansTable,
  redemptionsTable,
} from '../../../../apps/devchain/src/contracts/loan/tables';
import type { Answer } from '../../../harness/gateway/gateway-client';

export const TRADERS = ['alice', 'bob', 'carol'] as const;
/** Those with a vault. */
export const BORROWERS = ['alice', 'bob'] as const;
const BRIDGE_ADDRESS = 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202';

export interface Step {
  readonly tool: string;
  readonly input: Answer;
}
/** Makes a call for an account by the tables of the chain; undefined where it has nothing to cancel or to repay. */
type MakeStep = (chain: InProcessClient, account: string) => Step | undefined;
/** A call of one tool, or the steps of a plan; none where the chain has nothing for any of them. */
export type MakeSteps = (chain: InProcessClient) => readonly Step[];

const amount = (maxUnits: number, decimals: number, minUnits = 1) =>
  fc.integer({ min: minUnits, max: maxUnits }).map((value) => (value / 10 ** decimals).toFixed(decimals));
const side = fc.constantFrom('buy', 'sell');
const pool = fc.constantFrom(5, 6);

const always = (tool: string, inputs: fc.Arbitrary<Answer>): fc.Arbitrary<MakeStep> =>
  inputs.map((input) => (_chain, account) => ({ tool, input: { account, ...input } }));

/** Most often where it fits the loan of the account, sometimes where it does not: a step before may change that. */
const onLoan = (tool: string, inputs: fc.Arbitrary<Answer>, needsLoan: boolean): fc.Arbitrary<MakeStep> =>
  fc.tuple(inputs, fc.nat(5)).map(([input, forced]) => (chain, account) => {
    if (!BORROWERS.some((name) => name === account)) return undefined;
    const isOwn = (row: { account: string }) => row.account === account;
    const hasLoan = chain.rows('loan', 'loan', loansTable).some(isOwn);
    const isTaken = hasLoan || chain.rows('loan', 'loan', loanRequestsTable).some(isOwn);
    return (needsLoan ? hasLoan : !isTaken) || forced === 0
      ? { tool, input: { account, ...input } }
      : undefined;
  });

/** Cancels one of the rows of the account. */
const cancelling = (
  tool: string,
  rowsOf: (chain: InProcessClient, account: string) => readonly Answer[],
): fc.Arbitrary<MakeStep> =>
  fc.nat(1_000).map((index) => (chain, account) => {
    const rows = rowsOf(chain, account);
    const row = rows[index % Math.max(1, rows.length)];
    return row && { tool, input: { account, ...row } };
  });

const openOrders = (chain: InProcessClient, account: string): Answer[] =>
  PAIRS.flatMap(({ name }) =>
    chain
      .rows('dex', name, ordersTable)
      .filter((row) => row.account === account)
      .map(({ identifier }) => ({ pair: name, order_id: Number(identifier) })),
  );
const waitingRedemptions = (chain: InProcessClient, account: string): Answer[] =>
  chain
    .rows('loan', 'loan', redemptionsTable)
    .filter((row) => row.account === account)
    .map(({ id }) => ({ id: Number(id) }));
const loanRequest = (chain: InProcessClient, account: string): Answer[] =>
  chain
    .rows('loan', 'loan', loanRequestsTable)
    .filter((row) => row.account === account)
    .map(() => ({}));

const transfer: fc.Arbitrary<MakeStep> = fc
  .record({ to: fc.constantFrom(...TRADERS), symbol: fc.constantFrom('BTC', 'USDT'), amount: amount(1e8, 8) })
  .map(
    (input) => (_chain, from) =>
      input.to === from ? undefined : { tool: 'transfer', input: { from, ...input } },
  );

/** Calls of every tool that composes and can be repeated. */
const step: fc.Arbitrary<MakeStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: always(
      'place_order',
      fc.record({
        ...{ pair: fc.constant('btcusdt'), side, amount: amount(9_000_000, 8) },
        price: fc.integer({ min: 79_900, max: 80_100 }).map(String),
      }),
    ),
  },
  always(
    'place_order',
    fc.record({
      ...{ pair: fc.constant('nativebtc'), side, amount: amount(90_000_000, 4) },
      price: fc.constantFrom('0.0000000122', '0.0000000123', '0.0000000124'),
    }),
  ),
  transfer,
  { weight: 2, arbitrary: always('lend', fc.record({ pool_id: pool, amount_usdt: amount(4e10, 8) })) },
  { weight: 2, arbitrary: always('redeem', fc.record({ pool_id: pool, amount_tpf: amount(5e10, 8) })) },
  {
    weight: 2,
    arbitrary: onLoan(
      'borrow',
      fc.record({
        ...{ pool_id: pool, amount_usdt: fc.integer({ min: 100, max: 400 }).map(String) },
        max_apr_bps: fc.constantFrom(1, 300, 2000),
      }),
      false,
    ),
  },
  { weight: 2, arbitrary: onLoan('repay', fc.record({ amount_usdt: amount(6e10, 8) }), true) },
  always(
    'withdraw_btc',
    fc.record({ amount: amount(900_000, 8, 200_000), btc_address: fc.constant(BRIDGE_ADDRESS) }),
  ),
  onLoan(
    'withdraw_collateral',
    fc.record({ amount_cbtc: amount(100_000, 8, 80_000), btc_address: fc.constant(BRIDGE_ADDRESS) }),
    true,
  ),
  { weight: 2, arbitrary: cancelling('cancel_order', openOrders) },
  cancelling('cancel_redeem', waitingRedemptions),
  cancelling('cancel_loan_request', loanRequest),
);

/** One call, or 2 to 10 different ones of the same account. */
export const proposal: fc.Arbitrary<MakeSteps> = fc
  .tuple(
    fc.constantFrom(...TRADERS),
    fc.oneof(fc.array(step, { minLength: 1, maxLength: 1 }), fc.array(step, { minLength: 2, maxLength: 10 })),
  )
  .map(([account, makers]) => (chain) => {
    const made = makers.flatMap((make) => make(chain, account) ?? []);
    return [...new Map(made.map((one) => [JSON.stringify(one), one])).values()];
  });
