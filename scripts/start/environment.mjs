import { existsSync } from 'node:fs';
import path from 'node:path';
import { giveUp, ROOT } from '../setup.mjs';

const FILE = path.join(ROOT, '.env');

/** Reads .env into the environment without replacing variables, then sets the variables of the flags. */
export function applySettings(flagEnv, file = FILE) {
  if (existsSync(file)) {
    try {
      process.loadEnvFile(file);
    } catch (error) {
      giveUp(`.env cannot be read: ${error.message}`);
    }
  }
  Object.assign(process.env, flagEnv);
}

/** The development chains to run: none in production or with a NETWORKS_FILE. */
export function developmentChains(isGateway) {
  const isProduction = process.env.NODE_ENV === 'production';
  if (!isGateway && isProduction) {
    giveUp('The development chain refuses to run with NODE_ENV=production.');
  }
  if (isGateway && (isProduction || process.env.NETWORKS_FILE)) return [];
  const given = process.env.DEVCHAIN_PORT || '8888';
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65534) {
    giveUp(`DEVCHAIN_PORT: "${given}" is not a port (1 to 65534), for example DEVCHAIN_PORT=8888`);
  }
  const seed = process.env.DEVCHAIN_SEED;
  const shipPort = stateHistoryPort(port);
  return ['mainnet', 'testnet'].map((name, index) => ({
    name,
    env: {
      DEVCHAIN_NAME: name,
      DEVCHAIN_PORT: String(port + index),
      DEVCHAIN_SHIP_PORT: shipPort === undefined ? 'off' : String(shipPort + index),
      DEVCHAIN_LOG_PUSHES: process.env.DEVCHAIN_LOG_PUSHES || 'on',
      // With one seed, both chains would have the same keys and chain id: a transaction of one would be valid on the
      // other.
      ...(seed ? { DEVCHAIN_SEED: `${seed}-${name}` } : {}),
    },
  }));
}

/** Port of the first chain's state history; undefined when it is off. By default 100 above the chain's own port. */
function stateHistoryPort(chainPort) {
  const given = process.env.DEVCHAIN_SHIP_PORT || String(chainPort + 100);
  if (given === 'off') return undefined;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65534) {
    giveUp(
      `DEVCHAIN_SHIP_PORT: "${given}" is not a port (1 to 65534) or off, for example DEVCHAIN_SHIP_PORT=8988`,
    );
  }
  return port;
}

const HISTORY_PORT = 7000;
/**
 * A development chain has few rows: the page cache of the system serves them as fast. The default grows to 80 MB for
 * each chain.
 */
const HISTORY_CACHE_MIB = 4;

/**
 * The history node of the chains: its environment, and the setting of the gateway that names it. Undefined without
 * chains, with HISTORY=off, or when the chains serve no state history.
 */
export function historyNode(chains) {
  const shipPorts = chains.map(({ env }) => env.DEVCHAIN_SHIP_PORT);
  if (chains.length === 0 || process.env.HISTORY === 'off' || shipPorts.includes('off')) return undefined;
  const given = process.env.HISTORY_PORT || String(HISTORY_PORT);
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65534) {
    giveUp(`HISTORY_PORT: "${given}" is not a port (1 to 65534), for example HISTORY_PORT=${HISTORY_PORT}`);
  }
  const chainDir = process.env.DEVCHAIN_STATE_DIR;
  const stateDir = process.env.HISTORY_STATE_DIR || (chainDir && path.join(chainDir, 'history'));
  return {
    env: {
      HISTORY_NAME: chains.map(({ name }) => name).join(),
      HISTORY_SHIP_URL: shipPorts.map((shipPort) => `ws://127.0.0.1:${shipPort}`).join(),
      HISTORY_CHAIN_URL: chains.map(({ env }) => `http://127.0.0.1:${env.DEVCHAIN_PORT}`).join(),
      HISTORY_PORT: String(port),
      HISTORY_SQLITE_CACHE_MIB: process.env.HISTORY_SQLITE_CACHE_MIB || String(HISTORY_CACHE_MIB),
      ...(stateDir ? { HISTORY_STATE_DIR: stateDir } : {}),
    },
    gatewayEnv: { DEVCHAIN_HISTORY_PORT: String(port) },
  };
}
