import type { ActionContext } from '../../kernel/execution/action-context';

/** The account that reports Bitcoin payments to the bridges. On this chain it also simulates Bitcoin. */
export const RELAYER = 'relayer';

export const BTC_BRIDGE = 'bridge';
export const VAULT_BRIDGE = 'vaults';

/** Fails the transaction unless the relayer, or one of the bridges, asks for it. */
export function requireRelayer(context: ActionContext): void {
  if (context.hasAuth(BTC_BRIDGE) || context.hasAuth(VAULT_BRIDGE)) return;
  context.requireAuth(RELAYER);
}
