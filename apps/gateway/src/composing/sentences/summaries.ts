import { ValueError } from '@app/antelope';
import type { ProfileWithoutTables } from '@app/networks';
import { type DecodedAction, visibleText } from '@app/proposals';
import { Injectable } from '@nestjs/common';
import { type Bridge, BridgeFees } from '../../lookups/bridge-fees/bridge-fees';
import { describeAction, sentenceOf } from './describe-action';
import { type SentenceFacts, transferOf } from './facts';
import type { PegOutFees } from '../../table-rows/fee-row';
import type { Network } from '../../network/network';

/** Describes what decoded actions do, with the fees in force. */
@Injectable()
export class Summaries {
  constructor(private readonly fees: BridgeFees) {}

  /** One sentence per action. */
  async of(network: Network, actions: readonly DecodedAction[]): Promise<string[]> {
    const facts = await this.#facts(network, actions);
    return actions.map((action) => describeAction(facts, action));
  }

  /**
   * The same for actions of any origin: null for one that has no sentence, or values of another form.
   * @param isPast they have been executed
   */
  async known(
    network: Network,
    actions: readonly DecodedAction[],
    { isPast }: Required<Pick<SentenceFacts, 'isPast'>>,
  ): Promise<(string | null)[]> {
    const { profile } = network;
    const facts = isPast
      ? { profile, fees: {}, isPast }
      : await this.#facts(
          network,
          actions.filter((action) => isReadable(profile, action)),
        );
    return actions.map((action) => (isReadable(profile, action) ? knownSentence(facts, action) : null));
  }

  async #facts(network: Network, actions: readonly DecodedAction[]): Promise<SentenceFacts> {
    const { profile } = network;
    const bridges = new Set(actions.flatMap((action) => bridgesOf(profile, action)));
    const fees: Partial<Record<Bridge, PegOutFees | null>> = {};
    for (const bridge of bridges) fees[bridge] = await this.fees.known(network, bridge);
    return { profile, fees };
  }
}

/** Whether the amount of a transfer is one: any account may set an ABI with another form. */
function isReadable(profile: ProfileWithoutTables, action: DecodedAction): boolean {
  try {
    transferOf(profile, action);
    return true;
  } catch (error) {
    if (error instanceof ValueError) return false;
    throw error;
  }
}

function knownSentence(facts: SentenceFacts, action: DecodedAction): string | null {
  try {
    const sentence = sentenceOf(facts, action);
    return sentence === undefined ? null : visibleText(sentence);
  } catch (error) {
    if (error instanceof ValueError) return null;
    throw error;
  }
}

/** The bridges whose fees an action pays. */
function bridgesOf(profile: ProfileWithoutTables, action: DecodedAction): Bridge[] {
  const receiver = profile.readAction('transfer', action)?.['to'];
  const bridges: readonly Bridge[] = ['btc_bridge', 'vault_bridge'];
  const paid = bridges.filter((bridge) => profile.account(bridge) === receiver);
  const isWithdrawal =
    action.account === profile.account('lending') &&
    profile.readAction('withdraw_collateral', action) !== undefined;
  return isWithdrawal ? [...paid, 'vault_bridge'] : paid;
}
