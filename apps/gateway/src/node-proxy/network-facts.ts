import { accountsToCheck } from '@app/networks';
import type { Network } from '../network/network';

/** One network in guide://networks, without its nodes. */
export function networkFacts({ name, chainId, realFunds, controlsUrl, profile }: Network): object {
  const { accounts } = profile.entries();
  return {
    network: name,
    real_funds: realFunds,
    ...(controlsUrl === undefined ? {} : { development_controls: controlsUrl }),
    chain_id: chainId ?? 'taken from the first node: see get_chain_info',
    bitcoin_network: profile.bitcoinNetwork,
    contracts: Object.fromEntries(Object.entries(accounts).filter(([, account]) => account !== '')),
    tokens: profile.tokens().map(({ apiSymbol, contract, symbol, precision }) => ({
      symbol: apiSymbol,
      contract,
      chain_symbol: symbol,
      decimals: precision,
    })),
    pairs: profile.pairs().map(({ apiName, chainName, base, quote, priceDecimals }) => ({
      pair: apiName,
      chain_name: chainName,
      base: base.apiSymbol,
      quote: quote.apiSymbol,
      price_decimals: priceDecimals,
    })),
    tables: `chain://${name}/tables/{code} lists the tables of a contract`,
  };
}

/** The contract accounts that a profile names, each once. */
export function knownContracts({ profile }: Network): string[] {
  return accountsToCheck(profile).sort();
}
