import type { ComposeCall } from '@app/client';
import type { SpendingState } from '../ledger/spending-rules';
import type { Policy } from '../policy/policy';
import type { AskReason } from './live-rules';

/** Accounts and Bitcoin addresses that a call pays. Contracts that serve a tool are none. */
export function receiversOf(call: ComposeCall): string[] {
  if (call.tool === 'transfer') return [call.body.to];
  if (call.tool === 'withdraw_btc' || call.tool === 'withdraw_collateral') return [call.body.btc_address];
  return [];
}

/**
 * Where the policy says so, a person approves the first payment to each receiver: the log has none before.
 * @param readState reads the log; not called without such a rule and receiver
 */
export function newReceiverReasons(
  call: ComposeCall,
  { file }: Policy,
  readState: () => SpendingState,
): AskReason[] {
  const receivers = file.confirm?.new_recipient === true ? receiversOf(call) : [];
  if (receivers.length === 0) return [];
  const paid = new Set([...readState().byId.values()].flatMap((each) => (each.isVoid ? [] : each.receivers)));
  return receivers
    .filter((receiver) => !paid.has(receiver))
    .map((receiver) => ({
      covers: `receiver ${receiver}`,
      text: `the first payment of this signer to ${receiver}`,
    }));
}
