import type { ApiSymbol, ContractProfile, NetworkConfig } from '@app/networks';

/** A network of the deployment, as far as words about its tokens need it. */
interface NetworkOfTokens {
  readonly name: NetworkConfig['name'];
  readonly profile: Pick<ContractProfile, 'tokens'>;
}

/** Decimals of a token: `8 decimals`, by network where these differ: `8 decimals on mainnet, 6 decimals on testnet`. */
export function decimalsText(networks: readonly NetworkOfTokens[], symbol: ApiSymbol): string {
  const found = networks.flatMap(({ name, profile }) =>
    profile
      .tokens()
      .filter(({ apiSymbol }) => apiSymbol === symbol)
      .map(({ precision }) => ({ name, decimals: `${precision} decimals` })),
  );
  const [first, ...others] = new Set(found.map(({ decimals }) => decimals));
  if (first === undefined) return 'not configured';
  if (others.length === 0) return first;
  return found.map(({ name, decimals }) => `${decimals} on ${name}`).join(', ');
}
