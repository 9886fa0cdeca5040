import type { Asset } from '@app/antelope';
import { type ApiSymbol, profileEntry, type Token, TOKEN_SYMBOLS } from '@app/networks';
import { fail } from '@app/chain-tools';
import { Injectable } from '@nestjs/common';
import { Vaults } from '../vaults';
import type { Network } from '../../network/network';

/** Balances of an account. */
export interface Holdings {
  /** Units by symbol; null for a token that the chain does not have. CBTC: the account's own and that of its vault. */
  readonly units: Readonly<Record<ApiSymbol, bigint | null>>;
  /** All tokens of the contract of the pool shares; null when the chain does not have it. */
  readonly shares: readonly Asset[] | null;
}

/**
 * Balances of an account, read from the contracts the profile names: a fake token of the same symbol
 * is no token of the profile.
 */
@Injectable()
export class Balances {
  constructor(private readonly vaults: Vaults) {}

  /** Every token at once; a token that does not match the chain is null and takes no request. */
  async of(network: Network, account: string): Promise<Holdings> {
    const { profile } = network;
    const sharesRead = this.#shares(network, account);
    const units = await Promise.all(
      TOKEN_SYMBOLS.map(
        async (symbol) =>
          [symbol, await this.#units(network, profile.token(symbol), account, sharesRead)] as const,
      ),
    );
    return { units: Object.fromEntries(units) as Holdings['units'], shares: await sharesRead };
  }

  async #units(
    network: Network,
    token: Token,
    account: string,
    shares: Promise<readonly Asset[] | null>,
  ): Promise<bigint | null> {
    if (!this.#matches(network, token)) return null;
    if (token.apiSymbol === 'CBTC') return this.#collateral(network, token, account);
    if (token.apiSymbol === 'TPF') return unitsIn(token, (await shares) ?? []);
    return this.#balance(network, token, account);
  }

  /** One request for the shares of all pools: one contract keeps them. */
  async #shares(network: Network, account: string): Promise<readonly Asset[] | null> {
    const token = network.profile.token('TPF');
    if (!this.#matches(network, token)) return null;
    return network.chain.currencyBalances(token.contract, account);
  }

  /** The account's own and that of its vault; null when it is not known where vaults are. */
  async #collateral(network: Network, token: Token, account: string): Promise<bigint | null> {
    if (!network.matches(profileEntry.table('vaults'))) return null;
    const [own, vault] = await Promise.all([
      this.#balance(network, token, account),
      this.vaults.nameOf(network, account),
    ]);
    return vault === null ? own : own + (await this.#balance(network, token, vault));
  }

  async #balance(network: Network, token: Token, account: string): Promise<bigint> {
    const { contract, symbol } = token;
    const balance = await network.chain.currencyBalance(contract, account, symbol);
    return balance === undefined ? 0n : unitsIn(token, [balance]);
  }

  #matches(network: Network, { apiSymbol }: Token): boolean {
    return network.matches(profileEntry.token(apiSymbol));
  }
}

/** @throws ToolError when the chain keeps the token with another precision than the profile says */
function unitsIn({ apiSymbol, symbol, precision }: Token, balances: readonly Asset[]): bigint {
  const balance = balances.find((one) => one.symbol === symbol);
  if (balance === undefined) return 0n;
  if (balance.precision !== precision) {
    const reason = `the chain keeps it with ${balance.precision} decimals, not ${precision}`;
    fail('PROFILE_MISMATCH', profileEntry.token(apiSymbol), reason);
  }
  return balance.units;
}
