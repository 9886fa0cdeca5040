import { parseAsset } from '@app/antelope';
import { readBitcoinAddress } from '@app/bitcoin';
import { profileEntry, type ProfileWithoutTables } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import { fail } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import { BridgeFees } from '../../lookups/bridge-fees/bridge-fees';
import { parseFields } from '../../composing/parse-fields';
import { feeWarnings } from '../../composing/fee-warnings';
import { feeEffect } from '../../composing/effects/fee-effect';
import type { EarlierSteps } from '../../composing/effects/step-run';
import type { Assessment, ProposalRequest } from '../../composing/proposals';
import type { Warning } from '../../composing/warnings';
import { runAllChecks } from '../../composing/run-all-checks';
import { chainAmount, displayAmount, unitsOf } from '../../formatting/token-amount';
import type { PegOutFees } from '../../table-rows/fee-row';
import { holdingBefore, loanEffect } from '../loans/loan-effect';
import type { VaultState } from './vault-limits';
import { VaultStates } from './vault-state';
import type { WithdrawCollateralInput } from './dto/withdraw-collateral.dto';
import type { Network } from '../../network/network';

/** The way of collateral to Bitcoin. */
@Injectable()
export class CollateralWithdrawalsService {
  constructor(
    private readonly fees: BridgeFees,
    private readonly states: VaultStates,
  ) {}

  withdraw(network: Network, input: WithdrawCollateralInput): ProposalRequest {
    const { account, permission } = input;
    const { profile } = network;
    network.assertEntries(profileEntry.action('withdraw_collateral'), profileEntry.bitcoinNetwork);
    let most: bigint | null | undefined;
    let assess: NonNullable<ProposalRequest['assess']> = () => ({ warnings: [] });
    return {
      network,
      actor: account,
      permission,
      actions: async () => {
        const [{ units, fees }, { btc_address }, own] = await runAllChecks(
          () => this.#units(network, input),
          () =>
            parseFields({
              btc_address: () => readBitcoinAddress(input.btc_address, profile.bitcoinNetwork),
            }),
          () => this.states.known(network, account),
        );
        most = own?.limits.withdrawable;
        const cbtc = profile.token('CBTC');
        assess = ({ status, earlier }) => ({
          ...(status === 'ok' && {
            fee: feeEffect(fees, units, cbtc),
            ...(own?.state && loanAfter(own.state, units, earlier, { account, profile })),
          }),
          warnings: [...feeWarnings(fees, units, cbtc), ...priceWarnings(own?.state)],
        });
        const quantity = chainAmount(units, cbtc);
        return [profile.action('withdraw_collateral', { account, quantity, btc_address })];
      },
      remark: (action) => this.#remark(network, action, most),
      assess: (run) => assess(run),
    };
  }

  /** Says how much can go when that is less than is asked for. */
  #remark(
    network: Network,
    { account, name, data }: DecodedAction,
    most: bigint | null | undefined,
  ): string | undefined {
    const { profile } = network;
    if (account !== profile.account('lending') || most === null || most === undefined) return undefined;
    const { quantity } = profile.readAction('withdraw_collateral', { name, data }) ?? {};
    if (quantity === undefined || parseAsset(String(quantity)).units <= most) return undefined;
    return `At most ${displayAmount(most, profile.token('CBTC'))} can be withdrawn now.`;
  }

  /** @throws ToolError for what is no amount, or below the minimum of the bridge */
  async #units(
    network: Network,
    { amount_cbtc }: WithdrawCollateralInput,
  ): Promise<{ units: bigint; fees: PegOutFees }> {
    const cbtc = network.profile.token('CBTC');
    const { amount_cbtc: units } = parseFields({ amount_cbtc: () => unitsOf(amount_cbtc, cbtc) });
    const fees = await this.fees.of(network, 'vault_bridge');
    const { minimum } = fees;
    if (units >= minimum) return { units, fees };
    return fail('BELOW_MINIMUM', 'amount_cbtc', displayAmount(units, cbtc), displayAmount(minimum, cbtc));
  }
}

/** The loan with less collateral; nothing without one. */
function loanAfter(
  state: VaultState,
  units: bigint,
  earlier: EarlierSteps,
  of: { readonly account: string; readonly profile: ProfileWithoutTables },
): Pick<Assessment, 'loan' | 'holding'> {
  const before = holdingBefore(earlier, state, of);
  if (before === undefined || units > before.collateral) return {};
  const after = { debt: before.debt, collateral: before.collateral - units };
  if (before.debt === 0n) return { holding: after };
  return { loan: loanEffect(before, after, state.price, of.profile), holding: after };
}

/** The contract compares a loan with the price of the oracle, and refuses one that is stale. */
const priceWarnings = (state: VaultState | undefined): Warning[] =>
  state?.price === null && state.debt !== 0n
    ? [{ code: 'stale_price', message: 'the oracle has no price that may be used: the LTV is not known' }]
    : [];
