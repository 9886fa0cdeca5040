// The command line of `npm start`, `npm run devchain` and `npm run history`: one table defines parsing and help.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { baseOf } from './ports.mjs';

const CHAINS = ['gateway', 'devchain'];

/**
 * `env`: the variable a flag sets. `value`: the name of its value in the help; without one it is a switch. `modes`: the
 * commands that have it; all of them without.
 */
const FLAGS = {
  ports: { value: 'BASE', text: 'all ports: the gateway on BASE, the others on the next 8' },
  port: { value: 'PORT', env: 'PORT', modes: ['gateway'], text: 'port of the gateway (3000)' },
  'devchain-port': {
    value: 'PORT',
    env: 'DEVCHAIN_PORT',
    modes: CHAINS,
    text: 'port of the first development chain; the second takes the next one (8888)',
  },
  state: {
    value: 'DIR',
    env: 'DEVCHAIN_STATE_DIR',
    modes: CHAINS,
    text: 'keep the chains in this folder between runs',
  },
  seed: {
    value: 'TEXT',
    env: 'DEVCHAIN_SEED',
    modes: CHAINS,
    text: 'derive keys and chain ids from this text',
  },
  'no-simulation': {
    env: 'DEVCHAIN_SIMULATION',
    sets: 'off',
    modes: CHAINS,
    text: 'chains without simulated traders, lenders and borrowers',
  },
  networks: {
    value: 'FILE',
    env: 'NETWORKS_FILE',
    modes: ['gateway'],
    text: 'networks of your own; no development chains',
  },
  'no-history': {
    env: 'HISTORY',
    sets: 'off',
    modes: ['gateway'],
    text: 'no history node beside the chains',
  },
  ship: {
    value: 'URL',
    env: 'HISTORY_SHIP_URL',
    modes: ['history'],
    text: 'ws:// URL of the state history of a node, or file:/// URL of its data directory',
  },
  archive: {
    value: 'URL',
    env: 'HISTORY_ARCHIVE_URL',
    modes: ['history'],
    text: 'file:/// or https:// URL of an archive to fill the history from',
  },
  snapshot: {
    value: 'FILE',
    env: 'HISTORY_SNAPSHOT',
    modes: ['history'],
    text: 'snapshot file of nodeos to begin the history with',
  },
  chain: {
    value: 'URL',
    env: 'HISTORY_CHAIN_URL',
    modes: ['history'],
    text: 'http:// URL of the API of that node',
  },
  'history-port': {
    value: 'PORT',
    env: 'HISTORY_PORT',
    modes: ['history'],
    text: 'port of the history (7000)',
  },
  'history-state': {
    value: 'DIR',
    env: 'HISTORY_STATE_DIR',
    modes: ['history'],
    text: 'keep the history in this folder between runs',
  },
  'accounts-out': {
    value: 'FILE',
    modes: CHAINS,
    text: 'write the funded accounts and their keys to this file, as JSON',
  },
  json: { modes: CHAINS, text: 'print JSON lines only' },
  quiet: { modes: CHAINS, text: 'print the addresses, warnings and errors only' },
  open: {
    modes: CHAINS,
    text: 'open the console (of the development chains alone: their controls) in the browser when ready',
  },
  help: { text: 'print this' },
  version: { modes: CHAINS, text: 'print the version' },
};

export class FlagError extends Error {}

const isPath = ({ value }) => value === 'FILE' || value === 'DIR';
const isAllowed = ({ modes }, mode) => modes === undefined || modes.includes(mode);
const flagsOf = (mode) => Object.entries(FLAGS).filter(([, flag]) => isAllowed(flag, mode));

/** Edits (insert, remove, replace) that turn one word into the other. */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_unused, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row.at(-1);
}

function unknownFlag(name, mode) {
  const names = flagsOf(mode).map(([known]) => known);
  const isNear = (known) => known.includes(name) || name.includes(known) || distance(name, known) <= 2;
  const nearest = names.filter(isNear).sort((a, b) => distance(name, a) - distance(name, b))[0];
  const hint =
    nearest === undefined
      ? `there are ${names.map((known) => `--${known}`).join(', ')}`
      : `did you mean --${nearest}?`;
  return new FlagError(`--${name} is not a flag of this command; ${hint}`);
}

function baseOfFlag(value) {
  const base = baseOf(value);
  if (base === undefined) {
    throw new FlagError(
      `--ports: "${value}" is not the first of 9 ports (1 to 65527), for example --ports 4000`,
    );
  }
  return base;
}

function checkPort(name, value) {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new FlagError(`--${name}: "${value}" is not a port (0 to 65535), for example --${name} 4000`);
  }
}

/**
 * @param mode 'gateway' (`npm start`), 'devchain' or 'history'
 * @param folder base of relative paths
 * @returns `env`: the variables the flags set; `flags`: those without a variable, by name
 * @throws FlagError with a readable message
 */
export function readFlags(args, mode, folder) {
  const options = Object.fromEntries(
    Object.entries(FLAGS).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }]),
  );
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const env = {};
  const flags = {};
  for (const token of tokens) {
    if (token.kind === 'positional')
      throw new FlagError(`"${token.value}" is not expected; flags begin with --`);
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const flag = Object.hasOwn(FLAGS, name) && rawName.startsWith('--') ? FLAGS[name] : undefined;
    if (flag === undefined || !isAllowed(flag, mode)) throw unknownFlag(name, mode);
    // parseArgs takes the next flag as the value of this one: a file of keys would be named --json.
    const isMissing = !value || (!inlineValue && value.startsWith('--'));
    if (flag.value && isMissing) throw new FlagError(`--${name} needs a value: --${name} ${flag.value}`);
    if (!flag.value && value !== undefined) throw new FlagError(`--${name} takes no value`);
    if (flag.value === 'PORT') checkPort(name, value);
    const read = isPath(flag) ? path.resolve(folder, value) : value;
    if (flag.value === 'BASE') flags[name] = baseOfFlag(value);
    else if (flag.env) env[flag.env] = flag.sets ?? read;
    else flags[name] = read ?? true;
  }
  return { env, flags };
}

const COMMANDS = {
  gateway: {
    about: 'Runs two development chains, their history node, and the gateway in front of them.',
    pages: 'docs/reference/configuration.md, docs/reference/development-chain.md',
  },
  devchain: {
    about: 'Runs two development chains.',
    pages: 'docs/reference/configuration.md, docs/reference/development-chain.md',
  },
  history: {
    about: 'Runs a history node beside a node that has state history.',
    pages: 'docs/reference/configuration.md, docs/reference/history-node.md',
  },
};

/** @param command before its flags: `npm start --` */
export function helpText(mode, command) {
  const { about, pages } = COMMANDS[mode];
  const rows = flagsOf(mode).map(([name, { value, env, text }]) => {
    const left = `  --${name}${value ? ` ${value}` : ''}`;
    return `${left.padEnd(24)}${text}${env ? ` [${env}]` : ''}`;
  });
  return `Usage: ${command} [flags]

${about}

${rows.join('\n')}

A flag wins over the environment variable in brackets, and that over the file .env.
Every setting: ${pages}
`;
}
