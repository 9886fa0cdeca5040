import { nameToValue } from '@app/antelope';
import type { ArgsOf } from '../../../kernel/sdk/action-signature';
import { check } from '../../../kernel/sdk/check';
import type { ContractContext } from '../../../kernel/sdk/contract-context';
import { ACTIVE } from '../../../kernel/sdk/permissions';
import { VAULT_BRIDGE } from '../../shared/account-names';
import { CBTC } from '../../shared/tokens';
import { transfer } from '../../token/signatures';
import { isSafe } from '../loans/collateral';
import { requirePrice } from '../oracle-price';
import { debtOf } from '../pool/debt';
import { Pools } from '../pool/pools';
import { REFUSALS } from '../refusals';
import type { withdraw } from '../signatures';
import { loansTable } from '../tables';
import { requireAmount } from '../token-actions';
import { collateralOf, vaultOf } from './vault';

/** Sends collateral of a vault to Bitcoin, through the vault bridge, unless a loan needs it. */
export function withdrawCollateral(
  context: ContractContext,
  { account, quantity, btc_address: address }: ArgsOf<typeof withdraw>,
): void {
  context.requireAuth(account);
  const units = requireAmount(CBTC, quantity);
  const vault = vaultOf(context, account);
  const collateral = collateralOf(context, vault);
  check(units <= collateral, REFUSALS.overdrawnVault);
  requireSafe(context, account, collateral - units);
  context.inline(CBTC.contract, transfer, { from: vault, to: VAULT_BRIDGE, quantity, memo: address }, [
    { actor: vault, permission: ACTIVE },
  ]);
}

function requireSafe(context: ContractContext, account: string, collateral: bigint): void {
  const row = context.table(loansTable, context.receiver).findBy('account', nameToValue(account));
  if (row === undefined) return;
  const debt = debtOf(new Pools(context).get(row.terms.pool_id), row.debt_shares);
  check(isSafe({ debt, collateral, price: requirePrice(context) }), REFUSALS.wouldBreachLtv);
}
