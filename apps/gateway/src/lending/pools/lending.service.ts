import type { Asset } from '@app/antelope';
import type { Token } from '@app/networks';
import { fail } from '@app/chain-tools';
import { LOGGER, type Logger } from '@app/operations';
import { Inject, Injectable } from '@nestjs/common';
import { parseFields } from '../../composing/parse-fields';
import type { StepRun } from '../../composing/effects/step-run';
import type { Assessment, ProposalRequest } from '../../composing/proposals';
import type { Warning } from '../../composing/warnings';
import { runAllChecks } from '../../composing/run-all-checks';
import { unitsOf } from '../../formatting/token-amount';
import type { Pool } from '../../lookups/pools/pool';
import { shareValue } from '../../lookups/pools/share-value';
import { Queues } from '../in-flight/queues';
import { touchesLending, usdtPaidTo } from '../lending-payments';
import { lendingRequest } from '../lending-request';
import { processQueue } from '../lending-step';
import { burnedShares } from './burned-shares';
import type { CancelRedeemInput } from './dto/cancel-redeem.dto';
import type { LendInput } from './dto/lend.dto';
import type { RedeemInput } from './dto/redeem.dto';
import { lentOutWarnings } from './lent-out-warning';
import { PoolsService } from './pools.service';
import { sharesEffect } from './shares-effect';
import { RedemptionsService } from './redemptions.service';
import type { Network } from '../../network/network';

/** A deposit, and the pool that it goes to. */
interface Lent {
  readonly pool: Pool;
  readonly units: bigint;
  /** All shares of the pool; undefined where they are not known. */
  readonly supply: Asset | undefined;
}

/** Requests to compose the transactions of lenders. */
@Injectable()
export class LendingService {
  constructor(
    private readonly pools: PoolsService,
    private readonly redemptions: RedemptionsService,
    private readonly queues: Queues,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  lend(network: Network, input: LendInput): ProposalRequest {
    const { account, pool_id } = input;
    const token = network.profile.token('USDT');
    let lent: Lent | undefined;
    return lendingRequest(network, input, {
      steps: async () => {
        const [to, { amount_usdt: units }] = await runAllChecks(
          () => this.#poolWithSupply(network, pool_id),
          () => parseFields({ amount_usdt: () => unitsOf(input.amount_usdt, token) }),
        );
        lent = { ...to, units };
        return [{ payment: 'lend', token, units, values: { pool_id } }, processQueue(account)];
      },
      assess: (run) => ({
        shares: sharesEffect(network.profile, run, account, pool_id),
        warnings: lent === undefined ? [] : lentOut(network, lent, run),
      }),
    });
  }

  redeem(network: Network, input: RedeemInput): ProposalRequest {
    const { account, pool_id } = input;
    let redeemed: { readonly token: Token; readonly units: bigint } | undefined;
    return lendingRequest(network, input, {
      steps: async () => {
        const token = await this.#shareToken(network, pool_id);
        const { amount_tpf: units } = parseFields({ amount_tpf: () => unitsOf(input.amount_tpf, token) });
        redeemed = { token, units };
        return [{ payment: 'redeem', token, units, values: { pool_id } }, processQueue(account)];
      },
      assess: async (run) => ({
        shares: sharesEffect(network.profile, run, account, pool_id),
        queue: redeemed && (await this.#queuePlace(network, input, run, redeemed)),
        warnings: [],
      }),
    });
  }

  cancelRedemption(network: Network, input: CancelRedeemInput): ProposalRequest {
    const { account, id } = input;
    return lendingRequest(network, input, {
      steps: async () => {
        await this.redemptions.requireOwn(network, account, id);
        return [{ action: 'cancel_redemption', values: { account, id } }];
      },
    });
  }

  /** Both are read here, where all steps of a plan read: at one block. A deposit needs no supply. */
  async #poolWithSupply(network: Network, poolId: number): Promise<Pick<Lent, 'pool' | 'supply'>> {
    const pool = await this.pools.require(network, poolId);
    try {
      return { pool, supply: await this.pools.shares(network, pool) };
    } catch (error) {
      this.logger.warn({ network: network.name, poolId, err: error }, 'the shares of a pool are not known');
      return { pool, supply: undefined };
    }
  }

  /**
   * Undefined for shares that are paid at once, where the run does not show which shares were burned, and where earlier
   * steps of a plan may have changed the queue.
   */
  async #queuePlace(
    network: Network,
    { account, pool_id }: RedeemInput,
    { movements, earlier }: StepRun,
    { token: share, units }: { readonly token: Token; readonly units: bigint },
  ): Promise<Assessment['queue']> {
    const { profile } = network;
    if (movements === null || touchesLending(profile, earlier.movements)) return undefined;
    const burned = burnedShares(profile, share.symbol, movements);
    if (burned === 0n && usdtPaidTo(profile, account, movements).length > 0) return undefined;
    const pool = await this.pools.require(network, pool_id);
    return this.queues.placeOfRedemption(network, pool, { own: units, burned });
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

function lentOut(
  { profile }: Pick<Network, 'profile'>,
  { pool, units, supply }: Lent,
  { movements }: StepRun,
): Warning[] {
  const redeemed =
    movements === null || supply === undefined
      ? undefined
      : shareValue(pool, burnedShares(profile, supply.symbol, movements), supply.units);
  return lentOutWarnings(pool, units, profile.token('USDT'), redeemed);
}
