import { formatAmount } from '@app/antelope';
import { Networks, profileEntry, type Token } from '@app/networks';
import { fail } from '@app/tooling';
import { Chains, type ChainClient } from '@app/upstream';
import { Injectable } from '@nestjs/common';
import { ProfileWatch } from '../chain/profile-watch';
import { Vaults } from '../chain/vaults';
import type { BalancesAnswer } from './dto/get-account.dto';

/**
 * Balances of an account, read from the contracts the profile names: a fake token of the same symbol
 * is somebody else's.
 */
@Injectable()
export class Balances {
  constructor(
    private readonly networks: Networks,
    private readonly chains: Chains,
    private readonly profiles: ProfileWatch,
    private readonly vaults: Vaults,
  ) {}

  /** Every token at once; collateral is kept by the account's vault, and counted with its own. */
  async of(network: string, account: string): Promise<BalancesAnswer> {
    const { profile } = this.networks.of(network);
    const chain = this.chains.of(network);
    this.profiles.require(network, ...profile.tokens().map(({ apiSymbol }) => profileEntry.token(apiSymbol)));
    const collateral = profile.token('CBTC');
    const inVault = this.vaults
      .nameOf(network, account)
      .then((vault) => (vault === null ? 0n : unitsOf(chain, collateral, vault)));
    const [vaulted, ...balances] = await Promise.all([
      inVault,
      ...profile.tokens().map(async (token) => ({ token, units: await unitsOf(chain, token, account) })),
    ]);
    return Object.fromEntries(
      balances.map(({ token, units }) => [
        token.apiSymbol,
        formatAmount(token === collateral ? units + vaulted : units, token.precision),
      ]),
    ) as unknown as BalancesAnswer;
  }
}

async function unitsOf(chain: ChainClient, token: Token, account: string): Promise<bigint> {
  const balance = await chain.currencyBalance(token.contract, account, token.symbol);
  if (balance === undefined) return 0n;
  if (balance.precision !== token.precision) {
    const reason = `the chain keeps it with ${balance.precision} decimals, not ${token.precision}`;
    fail('PROFILE_MISMATCH', profileEntry.token(token.apiSymbol), reason);
  }
  return balance.units;
}
