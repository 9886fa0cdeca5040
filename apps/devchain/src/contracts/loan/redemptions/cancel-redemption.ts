import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { Pools } from '../pool/pools';
import { REFUSALS } from '../refusals';
import type { cancelredeem } from '../signatures';
import { redemptionsTable } from '../tables';
import { returnShares } from './fill-redemptions';

/** Removes a redemption from the queue and returns the shares. */
export function cancelRedemption(
  context: ContractContext,
  { account, id }: ArgsOf<typeof cancelredeem>,
): void {
  context.requireAuth(account);
  const row = context.table(redemptionsTable, context.receiver).get(id, REFUSALS.noRedemption);
  check(row.account === account, REFUSALS.notRedeemer);
  returnShares(context, new Pools(context), row, 'redemption cancelled');
}
