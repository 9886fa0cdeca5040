// The sockets of a run, and the choice of its ports before anything is installed or started.
import { createServer } from 'node:net';
import { giveUp, say } from '../setup/terminal.mjs';
import { BLOCK, blockSettings, isPortSet, portOfProgram, PORTS } from './ports.mjs';

/** Blocks that are tried when usual ports are taken. */
const BASES = Array.from({ length: 100 }, (_unused, index) => PORTS.PORT.usual + 10 * (index + 1));

const socket = (setting, port, use = PORTS[setting].use) => ({
  setting,
  port: Number(port),
  use,
  host: process.env[PORTS[setting].host] || '127.0.0.1',
});

const programSocket = (setting) => {
  const port = portOfProgram(setting);
  return port === undefined ? [] : [socket(setting, port)];
};

/** @param run `isGateway`, `chains` and `history` of the run (environment.mjs) */
export function socketsOf({ isGateway, chains, history }) {
  return [
    ...(isGateway ? programSocket('PORT') : []),
    ...(isGateway ? programSocket('MANAGEMENT_PORT') : []),
    ...chains.map(({ name, env }) => socket('DEVCHAIN_PORT', env.DEVCHAIN_PORT, `chain ${name}`)),
    ...chains
      .filter(({ env }) => env.DEVCHAIN_SHIP_PORT !== 'off')
      .map(({ name, env }) =>
        socket('DEVCHAIN_SHIP_PORT', env.DEVCHAIN_SHIP_PORT, `state history of ${name}`),
      ),
    ...(history === undefined ? [] : historySockets(chains.length)),
  ];
}

/** @param count number of its chains */
export const historySockets = (count) => [
  ...programSocket('HISTORY_PORT').flatMap((first) =>
    Array.from({ length: count }, (_unused, index) => ({ ...first, port: first.port + index })),
  ),
  ...programSocket('HISTORY_MANAGEMENT_PORT'),
];

/** Other failures, of a host that is not there for example, are named by the program. */
const isTaken = ({ port, host }) =>
  new Promise((resolve) => {
    if (port > 65_535) return resolve(false);
    const server = createServer();
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE'));
    return server.listen({ port, host }, () => server.close(() => resolve(false)));
  });

async function takenOf(sockets) {
  const taken = await Promise.all(sockets.map(isTaken));
  return sockets.filter((_socket, index) => taken[index]);
}

/** The base of the first block whose ports the run needs and that is free, with its settings in the environment. */
async function useFreeBlock(sockets) {
  const before = { ...process.env };
  for (const base of BASES) {
    Object.assign(process.env, blockSettings(base, before));
    if ((await takenOf(sockets())).length === 0) return base;
  }
  Object.assign(process.env, before);
  return undefined;
}

const rowOf = ({ port, use, setting }) => `  ${String(port).padEnd(5)}  ${use.padEnd(30)} ${setting}`;

/**
 * Ends the script with the names of all taken ports. Where `canMove` and no port is set, the run moves to the next free
 * block instead, and says so.
 * @param sockets returns the sockets of the run by the present settings
 * @param command of the message, before its flags: `npm start --`
 */
export async function settlePorts({ sockets, canMove, command }) {
  const taken = await takenOf(sockets());
  if (taken.length === 0) return;
  const mayMove = canMove && !isPortSet();
  const base = await useFreeBlock(sockets);
  const advice = base === undefined ? `${command} --ports BASE` : `${command} --ports ${base}`;
  if (!mayMove || base === undefined) {
    giveUp(
      `These ports are taken:\n${taken.map(rowOf).join('\n')}\nAnother block of ${BLOCK} ports for this run: ${advice}`,
    );
  }
  const ports = taken.map(({ port }) => port).join(', ');
  say(`Taken: ${ports}.\nThis run uses the ports from ${base} on, as with --ports ${base}.`);
}
