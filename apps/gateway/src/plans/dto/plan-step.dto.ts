import { AccountField, AmountField, PermissionField } from '@app/chain-tools';
import { BooleanField, ChoiceField, EnumField, IntegerField, ObjectField, TextField } from '@app/tooling';
import { PAIR } from '../../formatting/deployment-terms';

/** The tools whose calls can be steps. Their names sort as those of the list of tools. */
export const STEP_TOOLS = [
  'borrow',
  'cancel_loan_request',
  'cancel_order',
  'cancel_redeem',
  'lend',
  'place_order',
  'redeem',
  'repay',
  'setup_vault',
  'transfer',
  'withdraw_btc',
  'withdraw_collateral',
] as const;

/**
 * The fields of all these tools: none is required here, and none has a default. MCP clients need one schema without
 * alternatives; the input class of its tool then checks the step as it checks a call.
 */
export class PlanStepInput {
  @AccountField({ optional: true, description: 'All tools but transfer: the account that signs' })
  account?: string;

  @AccountField({ optional: true, description: 'transfer: the sender, who signs' })
  from?: string;

  @AccountField({ optional: true, description: 'transfer', example: 'bob' })
  to?: string;

  @EnumField(['BTC', 'USDT', 'NATIVE'] as const, { optional: true, description: 'transfer' })
  symbol?: string;

  @TextField({ optional: true, maxLength: 256, description: 'transfer' })
  memo?: string;

  @ChoiceField(PAIR, { optional: true, description: 'place_order, cancel_order' })
  pair?: string;

  @EnumField(['buy', 'sell'] as const, { optional: true, description: 'place_order' })
  side?: string;

  @AmountField({ optional: true, description: 'place_order' })
  price?: string | number;

  @AmountField({ optional: true, description: 'place_order, transfer, withdraw_btc' })
  amount?: string | number;

  @IntegerField({ optional: true, maximum: 10_000, description: 'place_order' })
  max_slippage_bps?: number;

  @BooleanField({ optional: true, description: 'place_order' })
  post_only?: boolean;

  @IntegerField({ optional: true, description: 'cancel_order' })
  order_id?: number;

  @AmountField({ optional: true, description: 'borrow, lend, repay' })
  amount_usdt?: string | number;

  @IntegerField({ optional: true, minimum: 1, maximum: 65_535, description: 'borrow' })
  max_apr_bps?: number;

  @IntegerField({ optional: true, description: 'borrow, lend, redeem' })
  pool_id?: number;

  @AmountField({ optional: true, description: 'redeem' })
  amount_tpf?: string | number;

  @IntegerField({ optional: true, description: 'cancel_redeem' })
  id?: number;

  @AmountField({ optional: true, description: 'withdraw_collateral' })
  amount_cbtc?: string | number;

  @TextField({
    optional: true,
    minLength: 1,
    maxLength: 90,
    description: 'withdraw_btc, withdraw_collateral',
  })
  btc_address?: string;

  @PermissionField({ optional: true, default: undefined, description: 'The same in all steps' })
  permission?: string;
}

/** One call of a tool that composes. */
export class PlanStep {
  @EnumField(STEP_TOOLS, { description: 'Tool that composes the step', example: 'cancel_order' })
  tool!: (typeof STEP_TOOLS)[number];

  @ObjectField(() => PlanStepInput, {
    description: 'Input of that tool, without network and request_id: these are of the plan',
  })
  input!: PlanStepInput;
}
