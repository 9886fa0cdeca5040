import { AffectedAccounts } from '@app/proposals';
import { Injectable } from '@nestjs/common';
import { Balances } from '../lookups/holdings/balances';
import { LockedFunds } from '../lookups/holdings/locked-funds';
import { requireAccount } from '../lookups/known-account';
import { answerAtOneHead } from '../lookups/one-head';
import { accountAnswer, balancesAnswer, lockedAnswer } from './account-answer';
import type { GetAccountAnswer, GetAccountInput } from './dto/get-account.dto';
import { PoolShares } from './pool-shares';
import type { Network } from '../network/network';

@Injectable()
export class AccountService {
  constructor(
    private readonly affected: AffectedAccounts,
    private readonly balances: Balances,
    private readonly poolShares: PoolShares,
    private readonly locked: LockedFunds,
  ) {}

  /** An account that does not exist takes one request to a node: nothing else is asked before it is found. */
  account(network: Network, { account }: GetAccountInput): Promise<GetAccountAnswer> {
    return answerAtOneHead(network, () => this.#parts(network, account));
  }

  async #parts(network: Network, account: string) {
    const found = await requireAccount(network.chain, account);
    await network.firstCheck();
    const [{ balances, pool_shares }, locked, { affected, checked }] = await Promise.all([
      this.#holdings(network, account),
      this.locked.of(network, account),
      this.affected.statusOf(network.name, found),
    ]);
    return {
      ...accountAnswer(found, {
        balances,
        pool_shares,
        locked: locked && lockedAnswer(network.profile, locked),
      }),
      affected_set: affected,
      affected_set_checked: checked,
    };
  }

  async #holdings(network: Network, account: string) {
    const { units, shares } = await this.balances.of(network, account);
    const balances = balancesAnswer(network.profile, units);
    return { balances, pool_shares: await this.poolShares.of(network, shares) };
  }
}
