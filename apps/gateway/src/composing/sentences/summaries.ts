import type { ProfileWithoutTables } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import { Injectable } from '@nestjs/common';
import { type Bridge, BridgeFees } from '../../lookups/bridge-fees/bridge-fees';
import { describeAction } from './describe-action';
import { transferOf } from './facts';
import type { Network } from '../../network/network';

/** Describes what decoded actions do, with the fees in force. */
@Injectable()
export class Summaries {
  constructor(private readonly fees: BridgeFees) {}

  /** One sentence per action. */
  async of(network: Network, actions: readonly DecodedAction[]): Promise<string[]> {
    const { profile } = network;
    const bridges = new Set(actions.flatMap((action) => bridgesOf(profile, action)));
    const known = await Promise.all(
      [...bridges].map(async (bridge) => [bridge, await this.fees.known(network, bridge)] as const),
    );
    const facts = { profile, fees: Object.fromEntries(known) };
    return actions.map((action) => describeAction(facts, action));
  }
}

/** The bridges whose fees an action pays. */
function bridgesOf(profile: ProfileWithoutTables, action: DecodedAction): Bridge[] {
  const receiver = transferOf(profile, action)?.to;
  const bridges: readonly Bridge[] = ['btc_bridge', 'vault_bridge'];
  const paid = bridges.filter((bridge) => profile.account(bridge) === receiver);
  const isWithdrawal =
    action.account === profile.account('lending') &&
    profile.readAction('withdraw_collateral', action) !== undefined;
  return isWithdrawal ? [...paid, 'vault_bridge'] : paid;
}
