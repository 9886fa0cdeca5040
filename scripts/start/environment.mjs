import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { ROOT, WORK_FOLDER } from '../setup/paths.mjs';
import { giveUp } from '../setup/terminal.mjs';
import { blockSettings, devchainPort, historyPort, stateHistoryPort } from './ports.mjs';

const FILE = path.join(WORK_FOLDER, '.env');

/** Variables can load code and name other nodes: those of another user are not taken. */
function requireOwn(file, { uid }) {
  const own = process.getuid?.();
  if (own !== undefined && uid !== own && uid !== 0)
    giveUp(
      `${file} belongs to another user (${uid}): start in a folder of your own, or make the file yours.`,
    );
}

/**
 * Reads .env into the environment without replacing variables, then sets the variables of the flags.
 * @param base of `--ports`: a port with a flag of its own stays there
 */
export function applySettings(flagEnv, { file = FILE, base } = {}) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found !== undefined) {
    requireOwn(file, found);
    try {
      process.loadEnvFile(file);
    } catch (error) {
      giveUp(`.env cannot be read: ${error.message}`);
    }
  }
  Object.assign(process.env, base === undefined ? {} : blockSettings(base), flagEnv);
}

/** The commit of the checkout, for /info; undefined where the project is no checkout of its own. */
export function checkoutCommit() {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--show-toplevel', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [folder, commit] = status === 0 ? stdout.split('\n') : [];
  return folder === ROOT ? commit : undefined;
}

/** The development chains to run: none in production or with a NETWORKS_FILE. */
export function developmentChains(isGateway) {
  const isProduction = process.env.NODE_ENV === 'production';
  if (!isGateway && isProduction) {
    giveUp('The development chain refuses to run with NODE_ENV=production.');
  }
  if (isGateway && (isProduction || process.env.NETWORKS_FILE)) return [];
  const port = devchainPort();
  const shipPort = stateHistoryPort();
  return ['mainnet', 'testnet'].map((name, index) => ({
    name,
    env: {
      DEVCHAIN_PORT: String(port + index),
      DEVCHAIN_SHIP_PORT: shipPort === undefined ? 'off' : String(shipPort + index),
    },
  }));
}

/** The environment of the process that runs these chains: each takes the port after that of the one before it. */
export const chainsEnvironment = (chains) => ({
  ...chains[0].env,
  DEVCHAIN_NAME: chains.map(({ name }) => name).join(),
  DEVCHAIN_LOG_PUSHES: process.env.DEVCHAIN_LOG_PUSHES || 'on',
});

/**
 * A development chain has few rows: the page cache of the system serves them as fast. The default grows to 80 MB for
 * each chain.
 */
const HISTORY_CACHE_MIB = 4;

/** The trades of the exchange of the development chains: docs/contracts/dex.md. */
const DEVELOPMENT_TRADES = 'dex/dex/history2:uint64,pair,name,name,price,base,quote,time_ms';

/**
 * The history node of the chains: its environment, and the setting of the gateway that names it. Undefined without
 * chains, with HISTORY=off, or when the chains serve no state history.
 */
export function historyNode(chains) {
  const shipPorts = chains.map(({ env }) => env.DEVCHAIN_SHIP_PORT);
  if (chains.length === 0 || process.env.HISTORY === 'off' || shipPorts.includes('off')) return undefined;
  const port = historyPort();
  const chainDir = process.env.DEVCHAIN_STATE_DIR;
  const stateDir = process.env.HISTORY_STATE_DIR || (chainDir && path.join(chainDir, 'history'));
  return {
    env: {
      HISTORY_NAME: chains.map(({ name }) => name).join(),
      HISTORY_SHIP_URL: shipPorts.map((shipPort) => `ws://127.0.0.1:${shipPort}`).join(),
      HISTORY_CHAIN_URL: chains.map(({ env }) => `http://127.0.0.1:${env.DEVCHAIN_PORT}`).join(),
      HISTORY_PORT: String(port),
      HISTORY_TRADES: process.env.HISTORY_TRADES || DEVELOPMENT_TRADES,
      // The chains are restored and reset by their users.
      HISTORY_ALLOW_REWINDS: 'true',
      HISTORY_SQLITE_CACHE_MIB: process.env.HISTORY_SQLITE_CACHE_MIB || String(HISTORY_CACHE_MIB),
      // One developer asks: the threads of answers would take 100 MB.
      HISTORY_READ_THREADS: process.env.HISTORY_READ_THREADS || '0',
      ...(stateDir ? { HISTORY_STATE_DIR: stateDir } : {}),
    },
    gatewayEnv: { DEVCHAIN_HISTORY_PORT: String(port) },
  };
}
