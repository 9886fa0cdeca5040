import type { ActionContext } from '../../kernel/execution/action-context';
import { BTC_BRIDGE, RELAYER, VAULT_BRIDGE } from '../shared/account-names';

/** Fails the transaction unless the relayer, or one of the bridges, asks for it. */
export function requireRelayer(context: ActionContext): void {
  if (context.hasAuth(BTC_BRIDGE) || context.hasAuth(VAULT_BRIDGE)) return;
  context.requireAuth(RELAYER);
}
