import { AffectedAccounts } from '@app/proposals';
import { Chains } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { requireAccount } from '../chain/known-account';
import { accountAnswer } from './account-answer';
import { Balances } from './balances';
import type { GetAccountAnswer, GetAccountInput } from './dto/get-account.dto';

@Injectable()
export class AccountService {
  constructor(
    private readonly chains: Chains,
    private readonly affected: AffectedAccounts,
    private readonly balances: Balances,
  ) {}

  async account({ network, account }: GetAccountInput): Promise<GetAccountAnswer> {
    const [found, balances] = await Promise.all([
      requireAccount(this.chains.of(network), account),
      this.balances.of(network, account),
    ]);
    const { affected, checked } = await this.affected.verdict(network, found);
    return {
      network,
      ...accountAnswer(found, balances),
      affected_set: affected,
      affected_set_checked: checked,
    };
  }
}
