// The ports of all programs of the repository: one table for the commands, their help and their messages.
import { giveUp } from '../setup/terminal.mjs';

/**
 * `usual`: the port without settings. `offset`: its place in the block of `--ports BASE`. `count`: consecutive ports of a
 * run with two chains. `host`: the setting with the address that they listen on.
 */
export const PORTS = {
  PORT: { usual: 3000, offset: 0, count: 1, host: 'HOST', use: 'gateway' },
  MANAGEMENT_PORT: {
    usual: 3001,
    offset: 1,
    count: 1,
    host: 'MANAGEMENT_HOST',
    use: 'management of the gateway',
  },
  DEVCHAIN_PORT: { usual: 8888, offset: 2, count: 2, host: 'DEVCHAIN_HOST', use: 'development chains' },
  DEVCHAIN_SHIP_PORT: {
    usual: 8988,
    offset: 4,
    count: 2,
    host: 'DEVCHAIN_HOST',
    use: 'their state history',
  },
  HISTORY_MANAGEMENT_PORT: {
    usual: 7090,
    offset: 6,
    count: 1,
    host: 'HISTORY_MANAGEMENT_HOST',
    use: 'management of the history node',
  },
  // Last: a history node of many chains uses the ports that follow.
  HISTORY_PORT: { usual: 7000, offset: 7, count: 2, host: 'HISTORY_HOST', use: 'history node' },
};

/** Ports of a run with two chains. */
export const BLOCK = 9;
const HIGHEST_BASE = 65_535 - (BLOCK - 1);

/** From the usual port to the port that follows it when only the first is set. */
const SHIP_ABOVE_CHAIN = PORTS.DEVCHAIN_SHIP_PORT.usual - PORTS.DEVCHAIN_PORT.usual;
const MANAGEMENT_ABOVE_HISTORY = PORTS.HISTORY_MANAGEMENT_PORT.usual - PORTS.HISTORY_PORT.usual;

/** The base that `text` states; undefined when it is none. */
export function baseOf(text) {
  const base = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return base >= 1 && base <= HIGHEST_BASE ? base : undefined;
}

/** The settings of a block of ports. A state history that is off stays off. */
export function blockSettings(base, env = process.env) {
  const settings = Object.entries(PORTS).map(([name, { offset }]) => [name, String(base + offset)]);
  const isKept = ([name]) => env[name] !== 'off';
  return Object.fromEntries(settings.filter(isKept));
}

/** Whether a port is set: then a run uses no other. */
export const isPortSet = (env = process.env) => Object.keys(PORTS).some((name) => env[name]);

function readPort(name, preset, word) {
  const given = process.env[name] || String(preset);
  if (word !== undefined && given === word) return undefined;
  const port = Number(given);
  if (Number.isInteger(port) && port >= 1 && port <= 65_534) return port;
  const others = word === undefined ? '' : ` or ${word}`;
  return giveUp(
    `${name}: "${given}" is not a port (1 to 65534)${others}, for example ${name}=${PORTS[name].usual}`,
  );
}

/** Port of the first development chain; the second uses the next one. */
export const devchainPort = () => readPort('DEVCHAIN_PORT', PORTS.DEVCHAIN_PORT.usual);

/** Port of the first chain's state history; undefined when it is off. */
export const stateHistoryPort = () =>
  readPort('DEVCHAIN_SHIP_PORT', devchainPort() + SHIP_ABOVE_CHAIN, 'off');

/** Port of the history of the first chain. */
export const historyPort = () => readPort('HISTORY_PORT', PORTS.HISTORY_PORT.usual);

/**
 * The port that a program reads from the setting by itself. Undefined where the system picks one, and for a value that
 * is none, which the program names together with its other wrong settings.
 */
export function portOfProgram(name, env = process.env) {
  const history = Number(env.HISTORY_PORT || PORTS.HISTORY_PORT.usual);
  const followed = history === 0 ? 0 : history + MANAGEMENT_ABOVE_HISTORY;
  const port = Number(env[name] || (name === 'HISTORY_MANAGEMENT_PORT' ? followed : PORTS[name].usual));
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? port : undefined;
}
