import { type NetworkConfig, PAIR_PATTERN, TOKEN_SYMBOLS } from '@app/networks';
import type { DeploymentTerms } from '@app/tooling';
import { networkField } from './real-funds';
import { lockedText, pairNames, pairTexts } from './pair-words';
import { decimalsText } from './token-words';

/** The choice of `ChoiceField` whose values are the pairs of the profiles. */
export const PAIR = 'pair';

/** Tokens that get_account always has in `locked`; others only where a pair trades them. */
export const ALWAYS_LOCKABLE: readonly string[] = ['BTC', 'USDT', 'NATIVE'];

/** Terms of this deployment in the declarations of the tools: its networks, tokens and pairs. */
export function deploymentTerms(networks: readonly NetworkConfig[]): DeploymentTerms {
  return {
    texts: {
      networks: networkField(networks),
      ...pairTexts(networks),
      ...Object.fromEntries(
        TOKEN_SYMBOLS.map((symbol) => [`decimals.${symbol}`, decimalsText(networks, symbol)]),
      ),
      ...Object.fromEntries(
        TOKEN_SYMBOLS.map((symbol) => [
          `locked.${symbol}`,
          lockedText(networks, symbol) ?? (ALWAYS_LOCKABLE.includes(symbol) ? 'In no pair' : null),
        ]),
      ),
    },
    choices: {
      [PAIR]: { values: pairNames(networks), pattern: PAIR_PATTERN },
    },
  };
}
