/** The revision without a handshake; what server/discover and a version refusal name. */
export const MODERN_VERSIONS = ['2026-07-28'];

/** The revisions that begin with `initialize`. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The version is that of the interface, not of the build. */
export const SERVER_INFO = {
  name: 'chain-tool-gateway',
  title: 'Chain Tool Gateway',
  version: '1.0.0',
  description:
    'Reads a chain with BTC and USDT lending and an orderbook exchange, composes unsigned transactions, relays signed ones. Holds no keys.',
};

/** Prompts and resources are empty, but asked for by clients that do not read capabilities. */
export const CAPABILITIES = { tools: {}, prompts: {}, resources: {} };

/** How long a client of the newest revision may keep the lists: they change with a deployment only. */
export const LIST_TTL_MS = 300_000;
