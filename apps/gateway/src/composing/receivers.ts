import type { ContractProfile } from '@app/networks';

/**
 * Why tokens that are sent to an account cannot be returned; undefined for all other accounts. A vault belongs to the
 * lending contract, which moves nothing but CBTC out of it; a token contract and the system account send nothing back;
 * the null account of the chain, `<system>.null`, has no keys that could sign.
 */
export function whyTokensStayAt(profile: ContractProfile, account: string): string | undefined {
  if (profile.isVaultName(account))
    return `${account} is a vault, and tokens sent to it cannot be returned; to fund the vault, send bitcoin to its btc_address from get_vault`;
  const token = profile.tokens().find(({ contract }) => contract === account);
  if (token !== undefined)
    return `${account} is the contract of ${token.apiSymbol}, and tokens sent to it cannot be returned; name the account that should receive them`;
  if (profile.account('system') === account)
    return `${account} is the system account, and tokens sent to it cannot be returned; name the account that should receive them`;
  if (`${profile.account('system')}.null` === account)
    return `${account} is the null account, for which nobody can sign, and tokens sent to it cannot be returned; name the account that should receive them`;
  return undefined;
}
