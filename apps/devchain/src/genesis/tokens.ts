/** A token of the first block. */
export interface GenesisToken {
  readonly contract: string;
  /** Who may make more of it. */
  readonly issuer: string;
  readonly symbol: string;
  readonly precision: number;
  /** Whole tokens. */
  readonly maxSupply: bigint;
  /** Whole tokens each funded account begins with. */
  readonly holding: bigint;
}

export const GENESIS_TOKENS: readonly GenesisToken[] = [
  {
    contract: 'btc.token',
    issuer: 'bridge',
    symbol: 'BTC',
    precision: 8,
    maxSupply: 21_000_000n,
    holding: 10n,
  },
  {
    contract: 'usdt.token',
    issuer: 'eosio',
    symbol: 'USDT',
    precision: 8,
    maxSupply: 10_000_000_000n,
    holding: 1_000_000n,
  },
  {
    contract: 'eosio.token',
    issuer: 'eosio',
    symbol: 'NATIVE',
    precision: 4,
    maxSupply: 10_000_000_000n,
    holding: 1_000_000n,
  },
  {
    contract: 'pool.token',
    issuer: 'loan',
    symbol: 'TPF',
    precision: 8,
    maxSupply: 10_000_000_000n,
    holding: 100_000n,
  },
  {
    contract: 'cbtc.token',
    issuer: 'vaults',
    symbol: 'CBTC',
    precision: 8,
    maxSupply: 21_000_000n,
    holding: 0n,
  },
];
