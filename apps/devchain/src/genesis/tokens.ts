import { BTC_BRIDGE, LENDING, VAULT_BRIDGE } from '../contracts/shared/account-names';
import { BTC, CBTC, NATIVE, SHARES, type Token, USDT } from '../contracts/shared/tokens';
import { SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';

/** A token of the first block. */
export interface GenesisToken extends Token {
  /** Account that may issue it. */
  readonly issuer: string;
  /** Whole tokens. */
  readonly maxSupply: bigint;
  /** Whole tokens each funded account begins with. */
  readonly holding: bigint;
}

const LARGEST_SUPPLY = 10_000_000_000n;
const MAX_BITCOINS = 21_000_000n;

export const GENESIS_TOKENS: readonly GenesisToken[] = [
  { ...BTC, issuer: BTC_BRIDGE, maxSupply: MAX_BITCOINS, holding: 10n },
  { ...USDT, issuer: SYSTEM_ACCOUNT, maxSupply: LARGEST_SUPPLY, holding: 1_000_000n },
  { ...NATIVE, issuer: SYSTEM_ACCOUNT, maxSupply: LARGEST_SUPPLY, holding: 1_000_000n },
  // Shares of the lending pools are issued for deposits only.
  ...SHARES.map((share) => ({ ...share, issuer: LENDING, maxSupply: LARGEST_SUPPLY, holding: 0n })),
  { ...CBTC, issuer: VAULT_BRIDGE, maxSupply: MAX_BITCOINS, holding: 0n },
];
