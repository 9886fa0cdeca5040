import type { GetPoolStatsAnswer } from './pools/dto/get-pool-stats.dto';

/** Values of the rules from the profile and the price: texts at the precision of their token. */
export interface LendingRuleFacts {
  readonly stats: GetPoolStatsAnswer;
  /** The smallest loan at the present price, with its symbol; null while there is no fresh price. */
  readonly minimumLoan: string | null;
  readonly minimumLoanBtc: string;
  /** Limits of the loan-to-value, in basis points. */
  readonly maxLtvBps: number;
  readonly liquidationLtvBps: number;
}

/** The rules of the lending contract with the numbers of this network, now. */
export function lendingRules(facts: LendingRuleFacts): string {
  const { stats, minimumLoan, minimumLoanBtc } = facts;
  const { network, curve, oracle, pools } = stats;
  const [maxLtv, liquidationLtv] = [percent(facts.maxLtvBps), percent(facts.liquidationLtvBps)];
  const rows = pools.map(
    (pool) =>
      `| ${pool.pool_id} | ${pool.share_symbol ?? 'not known'} | ${pool.available} | ${pool.outstanding} | ` +
      `${percent(pool.utilization_bps)} | ${percent(pool.borrow_apr_bps)} | ${percent(pool.supply_apr_bps)} |`,
  );
  const floor = minimumLoan === null ? 'not known while the price is stale' : `${minimumLoan} now`;
  return `# Lending on ${network}

${describePrice(oracle)}

## Borrowing

- setup_vault makes a vault once. BTC that is sent to its address becomes CBTC, the collateral.
- LTV = debt / (CBTC x price of BTC). A new loan is lent up to ${maxLtv}. A loan is \`warning\` from ${maxLtv} and \`at_risk\` from ${liquidationLtv}; one that stays at risk for 72 hours is liquidated. Add collateral or repay before.
- The smallest loan is worth ${minimumLoanBtc} BTC (${floor}).
- An account has one loan or one waiting request at a time: borrow while it has one is refused.
- A request is lent at once when the pool has the USDT and the rate with the loan lent out is at most \`max_apr_bps\`; else it waits in the queue. cancel_loan_request takes it back.
- Interest runs by the second at the rate of the pool, which changes with its utilization. \`payoff_usdt\` of get_loans pays a loan off; what is sent above it comes back.
- A price that is stale (older than 5 minutes) is never used for collateral: borrowing and withdrawing collateral wait for a fresh one.

## The rate

| utilization | rate for borrowers |
|---|---|
| 0 % | ${percent(curve.base_apr_bps)} |
| ${percent(curve.kink_utilization_bps)} (kink) | ${percent(curve.kink_apr_bps)} |
| 100 % | ${percent(curve.max_apr_bps)} |

Straight lines lie between these points.

## Lending out

- lend puts USDT into a pool for shares. Shares gain value as borrowers pay interest.
- redeem gives shares back. When the pool has too little USDT the redemption waits in a queue (get_redemption_queue) and is paid in turn; cancel_redeem takes it back.

| pool | shares | available USDT | lent out USDT | utilization | borrowers pay | lenders earn |
|---|---|---|---|---|---|---|
${rows.join('\n')}
`;
}

function describePrice(oracle: GetPoolStatsAnswer['oracle']): string {
  if (oracle === null) return 'The oracle has no price of BTC yet.';
  const state = oracle.stale ? 'stale: not used for collateral' : 'fresh';
  return `Price of BTC: ${oracle.price} USD, ${oracle.age_seconds} s old (${state}).`;
}

/** Basis points as percent: 7150 is 71.5 %. */
function percent(bps: number): string {
  return `${bps / 100} %`;
}
