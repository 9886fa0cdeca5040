import { AffectedAccounts } from '@app/proposals';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../lookups/known-account';
import { ProfileMonitor } from '../profile/profile-monitor';
import { accountAnswer } from './account-answer';
import { Balances } from './balances';
import type { GetAccountAnswer, GetAccountInput } from './dto/get-account.dto';
import { LockedFunds } from './locked-funds';
import { PoolShares } from './pool-shares';

@Injectable()
export class AccountService {
  constructor(
    private readonly chains: Chains,
    private readonly profiles: ProfileMonitor,
    private readonly affected: AffectedAccounts,
    private readonly balances: Balances,
    private readonly poolShares: PoolShares,
    private readonly locked: LockedFunds,
  ) {}

  /** An account that does not exist takes one request to a node: nothing else is asked before it is found. */
  async account({ network, account }: GetAccountInput): Promise<GetAccountAnswer> {
    const found = await requireAccount(this.chains.of(network), account);
    await this.profiles.firstCheck(network);
    const [{ balances, pool_shares }, locked, { affected, checked }] = await Promise.all([
      this.#holdings(network, account),
      this.locked.of(network, account),
      this.affected.statusOf(network, found),
    ]);
    return {
      network,
      ...accountAnswer(found, { balances, pool_shares, locked }),
      affected_set: affected,
      affected_set_checked: checked,
    };
  }

  async #holdings(network: string, account: string) {
    const { balances, shares } = await this.balances.of(network, account);
    return { balances, pool_shares: await this.poolShares.of(network, shares) };
  }
}
