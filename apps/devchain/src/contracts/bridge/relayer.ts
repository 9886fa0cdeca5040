import type { ContractContext } from '../../kernel/sdk/contract-context';
import { BTC_BRIDGE, RELAYER, VAULT_BRIDGE } from '../shared/account-names';

/** Fails the transaction unless the relayer, or one of the bridges, asks for it. */
export function requireRelayer(context: ContractContext): void {
  if (context.hasAuth(BTC_BRIDGE) || context.hasAuth(VAULT_BRIDGE)) return;
  context.requireAuth(RELAYER);
}
