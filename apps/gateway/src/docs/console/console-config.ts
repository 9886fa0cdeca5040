import type { NetworkConfig } from '@app/networks';

interface ConsoleFacts {
  readonly version: string;
  /** Origin by which wallets answer; undefined: none. */
  readonly walletRelay: string | undefined;
  /** Whether the page may reach embedded development chains. */
  readonly hasDevelopmentRoutes: boolean;
}

/**
 * The facts of the networks that the console compares proposals with: names of contracts, tokens and pairs, and the
 * templates of actions and memos, as the profiles have them. Nothing in it is about nodes.
 */
export function consoleConfig(
  networks: readonly NetworkConfig[],
  { version, walletRelay, hasDevelopmentRoutes }: ConsoleFacts,
): object {
  return {
    version,
    wallet_relay: walletRelay ?? null,
    networks: networks.map((network) => networkFacts(network, hasDevelopmentRoutes)),
  };
}

function networkFacts(
  { name, chainId, realFunds, controlsUrl, profile }: NetworkConfig,
  hasDevelopmentRoutes: boolean,
): object {
  const { accounts, actions, memos, lending_terms, vault_name } = profile.entries();
  return {
    name,
    real_funds: realFunds,
    chain_id: chainId ?? null,
    is_development: controlsUrl !== undefined,
    has_development_routes: controlsUrl !== undefined && hasDevelopmentRoutes,
    accounts,
    tokens: profile.tokens(),
    pairs: profile.pairs().map(({ apiName, chainName, base, quote, priceDecimals }) => ({
      ...{ apiName, chainName, priceDecimals },
      base: base.apiSymbol,
      quote: quote.apiSymbol,
    })),
    ...{ actions, memos, lending_terms, vault_name },
  };
}
