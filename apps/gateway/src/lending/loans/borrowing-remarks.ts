import { parseAsset } from '@app/antelope';
import { profileEntry } from '@app/networks';
import type { DecodedAction } from '@app/proposals';
import { Injectable } from '@nestjs/common';
import type { StepRun } from '../../composing/effects/step-run';
import type { Assessment } from '../../composing/proposals';
import { displayAmount } from '../../formatting/token-amount';
import type { Pool } from '../../lookups/pools/pool';
import { usdtPaidTo } from '../lending-payments';
import { holdingBefore, loanEffect } from './loan-effect';
import { PoolsService } from '../pools/pools.service';
import type { RateCurve } from '../pools/rates';
import { RedemptionsService } from '../pools/redemptions.service';
import { type OwnVault, VaultStates } from '../vaults/vault-state';
import { loanOutlook, describeOutlook } from './loan-outlook';
import type { Network } from '../../network/network';

/** Facts of the chain for the remark on a loan. */
interface BorrowingState {
  readonly pool: Pool;
  readonly curve: RateCurve | null;
  readonly hasRedemptions: boolean | null;
  /** Null without a vault; undefined where it is not known. */
  readonly own: OwnVault | null | undefined;
}

/** Outcome of a loan request in the present state. */
export interface BorrowingForecast {
  /** A sentence about the decoded action. */
  readonly remark: (action: DecodedAction, run: StepRun) => string | undefined;
  /** The loan after a dry run that lends the amount, in USDT units, at once. */
  readonly loan: (run: StepRun, amount: bigint) => Pick<Assessment, 'loan' | 'holding'>;
}

/** Predicts the outcome of a loan request in the present state. */
@Injectable()
export class BorrowingRemarks {
  constructor(
    private readonly pools: PoolsService,
    private readonly redemptions: RedemptionsService,
    private readonly states: VaultStates,
  ) {}

  /** Reads what the remark depends on; the remark itself is of the decoded action. */
  async on(network: Network, account: string, pool: Pool): Promise<BorrowingForecast> {
    const hasCurve = network.matches(profileEntry.table('rate_curve'));
    const [curve, hasRedemptions, own] = await Promise.all([
      hasCurve ? this.pools.curve(network) : null,
      this.redemptions.hasAny(network, pool.poolId),
      this.states.known(network, account),
    ]);
    const state = { pool, curve, hasRedemptions, own };
    return {
      remark: (action, run) => this.#remark(network, action, { ...state, account, run }),
      loan: (run, amount) => loanOf(network, { account, own, run, amount }),
    };
  }

  #remark(
    network: Network,
    action: DecodedAction,
    { run, account, ...state }: BorrowingState & Pick<LoanFacts, 'run' | 'account'>,
  ): string | undefined {
    const { profile } = network;
    if (action.account !== profile.account('lending')) return undefined;
    const values = profile.readAction('borrow', action);
    if (values === undefined) return undefined;
    const amount = parseAsset(String(values['quantity'])).units;
    const { pool, curve, own, hasRedemptions } = state;
    if (own === null) return 'The account has no vault: nothing is lent without one.';
    if (own?.state.isTaken === true) return 'The account has a loan or a queued request already.';
    const borrowable = own?.limits.borrowable ?? null;
    if (borrowable !== null && amount > borrowable) {
      const most = displayAmount(borrowable, profile.token('USDT'));
      return `At most ${most} can be borrowed against the vault now.`;
    }
    // A run that fails lends nothing, whatever the pool has.
    if (curve === null || run.status === 'failed') return undefined;
    const maxAprBps = BigInt(String(values['max_apr_bps']));
    const isLent =
      run.movements === null ? undefined : usdtPaidTo(profile, account, run.movements).includes(amount);
    return describeOutlook(loanOutlook({ pool, curve, hasRedemptions, amount, maxAprBps }), isLent);
  }
}

interface LoanFacts {
  readonly account: string;
  readonly own: OwnVault | null | undefined;
  readonly run: StepRun;
  readonly amount: bigint;
}

/** The debt of a new loan is its amount. Source: docs/contracts/loan.md, interest. */
function loanOf(
  { profile }: Network,
  { account, own, run, amount }: LoanFacts,
): Pick<Assessment, 'loan' | 'holding'> {
  const before = holdingBefore(run.earlier, own?.state, { account, profile });
  if (before?.debt !== 0n || !usdtPaidTo(profile, account, run.movements ?? []).includes(amount)) return {};
  const after = { debt: amount, collateral: before.collateral };
  return { loan: loanEffect(before, after, own?.state.price ?? null, profile), holding: after };
}
