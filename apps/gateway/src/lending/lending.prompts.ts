import { McpPrompt } from '@app/chain-tools';
import { ToolInput } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { accountChecks, signingSteps } from '../composing/prompt-steps';
import { LendAndExitInput, OpenLoanInput } from './lending-prompts.dto';

@Injectable()
export class LendingPrompts {
  @McpPrompt('open_loan_safely', {
    title: 'Open a loan safely',
    description: 'Checks account, price, vault and rate before a loan is requested, and the loan after it.',
    completions: { permission: 'permissions' },
  })
  openLoan(@ToolInput() { network, account, amount_usdt, max_apr_bps, permission }: OpenLoanInput): string {
    const rate = max_apr_bps === undefined ? 'the rate I name' : String(max_apr_bps);
    return `Open a loan of ${amount_usdt} USDT for ${account} on ${network}, signed with ${account}@${permission}.

1. ${accountChecks(account, network)}
2. Read chain://${network}/lending: the rules with the numbers of now.
3. Call get_btc_price {"network":"${network}"}. When stale=true stop: a stale price is never used for collateral. Tell me its age and try later. Do not use a price from elsewhere.
4. Call get_vault {"account":"${account}","network":"${network}"}. Without a vault compose setup_vault first, then show me the address that BTC must be sent to, and stop until CBTC has arrived.
5. Stop when ${amount_usdt} is above borrowable_usdt of get_vault. Compute LTV = debt / (cbtc_balance x price) and tell me it beside max_ltv_bps of get_vault. Advise against more than 50 % unless I insist.
6. Call get_pool_stats {"network":"${network}"}: tell me the rate of now, and that the rate after the loan is higher. ${max_apr_bps === undefined ? 'Ask me for the highest rate I accept (max_apr_bps).' : `I accept at most ${max_apr_bps} basis points.`}
7. Compose borrow {"account":"${account}","amount_usdt":"${amount_usdt}","max_apr_bps":${rate},"permission":"${permission}","network":"${network}"}. Its summary says whether it would be lent at once or queued, and the rate with the loan lent out where it is known: tell me.
8. ${signingSteps(network)}
9. Call get_loans {"account":"${account}","network":"${network}"}: the loan is in active, or in queued when the rate was above my limit. Say which; for an active one tell me liquidation_price, how far it is from the price of now, and that a loan at risk for 72 hours is liquidated; offer cancel_loan_request for a queued one.`;
  }

  @McpPrompt('lend_and_exit', {
    title: 'Lend USDT and take it back',
    description:
      'Lends USDT to a pool, says what it earns, and how to redeem when the pool is short of USDT.',
    completions: { permission: 'permissions' },
  })
  lendAndExit(@ToolInput() { network, account, amount_usdt, pool_id, permission }: LendAndExitInput): string {
    return `Lend ${amount_usdt} USDT of ${account} to pool ${pool_id} on ${network}, signed with ${account}@${permission}, and explain how to get it back.

1. ${accountChecks(account, network)}
2. Check that its USDT balance is at least ${amount_usdt}.
3. Call get_pool_stats {"network":"${network}"}: tell me of pool ${pool_id} the supply rate, the utilization, the available USDT and the share price. Warn me when utilization is above the kink of the curve: redemptions may have to wait.
4. Compose lend {"account":"${account}","amount_usdt":"${amount_usdt}","pool_id":${pool_id},"permission":"${permission}","network":"${network}"}.
5. ${signingSteps(network)}
6. Call get_account again and tell me how many shares there are now.

To exit, only when I ask for it:

7. Compose redeem with the shares to give back (amount_tpf) and "pool_id":${pool_id}; sign as in step 5.
8. When the pool has too little USDT the redemption waits: call get_redemption_queue {"network":"${network}"} and tell me what is ahead of it: the entries of pool ${pool_id} with a lower id, of whatever account. Where truncated=true there are more than it lists. cancel_redeem with its id takes it back. Never redeem the same shares twice.`;
  }
}
