import type { NetworkConfig } from '@app/networks';

/**
 * The facts of the networks that the console compares proposals with: names of contracts, tokens and pairs, and the
 * templates of actions and memos, as the profiles have them. Nothing in it is about nodes.
 */
export function consoleConfig(networks: readonly NetworkConfig[], version: string): object {
  return { version, networks: networks.map(networkFacts) };
}

function networkFacts({ name, chainId, realFunds, controlsUrl, profile }: NetworkConfig): object {
  const { accounts, actions, memos, lending_terms, vault_name } = profile.entries();
  return {
    name,
    real_funds: realFunds,
    chain_id: chainId ?? null,
    is_development: controlsUrl !== undefined,
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
