import type { Token } from '@app/networks';
import { fail } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { parseFields } from '../../composing/parse-fields';
import type { ProposalAnswer } from '../../composing/proposal.answer';
import type { Warning } from '../../composing/warnings';
import { runAllChecks } from '../../composing/run-all-checks';
import { unitsOf } from '../../formatting/token-amount';
import { LendingProposals } from '../lending-proposals';
import { type LendingStep, processQueue } from '../lending-step';
import type { CancelRedeemInput } from './dto/cancel-redeem.dto';
import type { LendInput } from './dto/lend.dto';
import type { RedeemInput } from './dto/redeem.dto';
import { lentOutWarnings } from './lent-out-warning';
import { PoolsService } from './pools.service';
import { sharesEffect } from './shares-effect';
import { RedemptionsService } from './redemptions.service';
import type { Network } from '../../network/network';

/** Composes the transactions of lenders. */
@Injectable()
export class LendingService {
  constructor(
    private readonly pools: PoolsService,
    private readonly redemptions: RedemptionsService,
    private readonly proposals: LendingProposals,
  ) {}

  lend(network: Network, input: LendInput): Promise<ProposalAnswer> {
    const { account, pool_id } = input;
    const token = network.profile.token('USDT');
    let warnings: readonly Warning[] = [];
    const steps = async (): Promise<LendingStep[]> => {
      const [pool, { amount_usdt: units }] = await runAllChecks(
        () => this.pools.require(network, pool_id),
        () => parseFields({ amount_usdt: () => unitsOf(input.amount_usdt, token) }),
      );
      warnings = lentOutWarnings(pool, units, token);
      return [{ payment: 'lend', token, units, values: { pool_id } }, processQueue(account)];
    };
    return this.proposals.compose(network, input, steps, undefined, (effects) => ({
      shares: sharesEffect(network.profile, effects, account, pool_id),
      warnings,
    }));
  }

  redeem(network: Network, input: RedeemInput): Promise<ProposalAnswer> {
    const { account, pool_id } = input;
    const steps = async (): Promise<LendingStep[]> => {
      const token = await this.#shareToken(network, pool_id);
      const { amount_tpf: units } = parseFields({ amount_tpf: () => unitsOf(input.amount_tpf, token) });
      return [{ payment: 'redeem', token, units, values: { pool_id } }, processQueue(account)];
    };
    return this.proposals.compose(network, input, steps, undefined, (effects) => ({
      shares: sharesEffect(network.profile, effects, account, pool_id),
      warnings: [],
    }));
  }

  cancelRedemption(network: Network, input: CancelRedeemInput): Promise<ProposalAnswer> {
    const { account, id } = input;
    return this.proposals.compose(network, input, async () => {
      await this.redemptions.requireOwn(network, account, id);
      return [{ action: 'cancel_redemption', values: { account, id } }];
    });
  }

  /** Shares of all pools are tokens of one contract. */
  async #shareToken(network: Network, poolId: number): Promise<Token> {
    const { profile } = network;
    const shares = await this.pools.shares(network, await this.pools.require(network, poolId));
    if (shares === undefined) fail('NOT_FOUND', `the share token of pool ${poolId} is not known`);
    const { symbol, precision } = shares;
    const { contract, apiSymbol } = profile.token('TPF');
    return profile.tokenOf(contract, symbol) ?? { apiSymbol, contract, symbol, precision };
  }
}
