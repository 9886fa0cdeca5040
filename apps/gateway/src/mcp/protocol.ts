/** The revision without a handshake; what server/discover and a version refusal name. */
export const MODERN_VERSIONS = ['2026-07-28'];

/** The revisions that begin with `initialize`. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The version is that of the interface, not of the build. */
export const SERVER_INFO = { name: 'chain-tool-gateway', title: 'Chain Tool Gateway', version: '1.0.0' };

/** Prompts and resources are empty, but asked for by clients that do not read capabilities. */
export const CAPABILITIES = { tools: {}, prompts: {}, resources: {} };

/** How long a client of the newest revision may keep the lists: they change with a deployment only. */
export const LIST_TTL_MS = 300_000;

/** Rules that hold across tools. */
export const INSTRUCTIONS = [
  'Tools of a chain with BTC and USDT lending and an orderbook exchange.',
  'Refuse to operate from an account whose get_account result has affected_set=true. When affected_set_checked=false the check was unavailable: affected_set=false then means unknown, not safe.',
  'The price from get_btc_price is the one the loan contract uses for LTV and liquidation: prefer it over any external exchange price. A price marked stale (older than 5 minutes) must not be used for collateral math.',
  'Compose tools only build an unsigned proposal {actions, esr, expires}; nothing is sent. Sign transaction.signing_digest with the key of the chosen permission and relay it with push_transaction, or open esr in a human wallet. The service holds no keys: never send it a private key.',
  'network is mainnet (real funds, the default) or testnet (a free test chain). Send amounts as decimal strings.',
].join('\n');
