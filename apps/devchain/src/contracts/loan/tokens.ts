import type { Token } from '../shared/tokens';

export const USDT: Token = { contract: 'usdt.token', symbol: 'USDT', precision: 8 };

const SHARE_SYMBOLS = ['TP', 'TPA', 'TPB', 'TPC', 'TPD', 'TPE', 'TPF'];

/** The shares of the pools 0 to 6. Source: docs/rules.md, lending. */
export const SHARES: readonly Token[] = SHARE_SYMBOLS.map((symbol) => ({
  contract: 'pool.token',
  symbol,
  precision: 8,
}));
