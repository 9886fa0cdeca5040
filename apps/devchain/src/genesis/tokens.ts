/** A token of the first block. */
export interface GenesisToken {
  readonly contract: string;
  /** Account that may issue it. */
  readonly issuer: string;
  readonly symbol: string;
  readonly precision: number;
  /** Whole tokens. */
  readonly maxSupply: bigint;
  /** Whole tokens each funded account begins with. */
  readonly holding: bigint;
}

const LARGEST_SUPPLY = 10_000_000_000n;

/** Shares of the lending pools: made for deposits only, those of the funded accounts among them. */
const SHARES = ['TP', 'TPA', 'TPB', 'TPC', 'TPD', 'TPE', 'TPF'].map((symbol): GenesisToken => ({
  contract: 'pool.token',
  issuer: 'loan',
  symbol,
  precision: 8,
  maxSupply: LARGEST_SUPPLY,
  holding: 0n,
}));

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
    maxSupply: LARGEST_SUPPLY,
    holding: 1_000_000n,
  },
  {
    contract: 'eosio.token',
    issuer: 'eosio',
    symbol: 'NATIVE',
    precision: 4,
    maxSupply: LARGEST_SUPPLY,
    holding: 1_000_000n,
  },
  ...SHARES,
  {
    contract: 'cbtc.token',
    issuer: 'vaults',
    symbol: 'CBTC',
    precision: 8,
    maxSupply: 21_000_000n,
    holding: 0n,
  },
];
