import { z } from 'zod';
import { LOG_LEVELS, type LogLevel } from './log';

/** How one development chain runs. */
export interface DevchainSettings {
  /** Part of the version and of log lines, so that two chains on one machine are distinguishable. */
  readonly name: string;
  readonly host: string;
  /** 0 lets the system pick a free port. */
  readonly port: number;
  /** The development keys and the chain id are derived from it. */
  readonly seed: string;
  /** Whether simulated market makers, price feeders, lenders and borrowers act on the chain. */
  readonly simulation?: boolean;
  /** Whether other machines may reach the chain and its admin API. */
  readonly isRemoteAllowed?: boolean;
  /** Port of the state-history websocket, 0 for any free one. Without it no history is recorded or served. */
  readonly shipPort?: number;
  /** Whether state history begins as that of a node that was started from a snapshot. */
  readonly isFromSnapshot?: boolean;
  /** Folder that keeps the chain between runs. Without it the chain is not kept. */
  readonly stateDir?: string;
  readonly logLevel?: LogLevel;
  /** Whether each transaction that a client pushes is logged. */
  readonly logPushes?: boolean;
}

/** The settings do not allow a start. The message is printed in the terminal. */
export class DevchainSetupError extends Error {
  override readonly name = 'DevchainSetupError';
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;

const LAST_PORT = 65_535;
/** Distance of the state-history port from the chain's own. */
const SHIP_PORT_OFFSET = 100;
const SHIP_PORT_RULE =
  'must be a port from 0 (any free one) to 65535, or off, for example DEVCHAIN_SHIP_PORT=8988';

/** The variables that it reads. */
export const DEVCHAIN_ENVIRONMENT = z
  .object({
    NODE_ENV: z
      .string()
      .optional()
      .refine((mode) => mode !== 'production', {
        error: 'the development chain refuses to run with NODE_ENV=production: its keys are public',
      }),
    DEVCHAIN_NAME: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be 1 to 32 of a-z, 0-9 and -, for example DEVCHAIN_NAME=mainnet')
      .default('devchain'),
    DEVCHAIN_HOST: z
      .string()
      .regex(/^[\w.:-]+$/, 'must be an address to listen on, for example DEVCHAIN_HOST=127.0.0.1')
      .default('127.0.0.1'),
    DEVCHAIN_PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port from 0 (any free one) to 65535, for example DEVCHAIN_PORT=8888')
      .transform(Number)
      .refine((port) => port <= 65_535, {
        error: 'must be a port from 0 (any free one) to 65535, for example DEVCHAIN_PORT=8888',
      })
      .default(8888),
    DEVCHAIN_SHIP_PORT: z
      .string()
      .regex(/^(?:off|\d{1,5})$/, SHIP_PORT_RULE)
      .refine((port) => port === 'off' || Number(port) <= LAST_PORT, { error: SHIP_PORT_RULE })
      .optional(),
    DEVCHAIN_SEED: z
      .string()
      .max(256, 'must be at most 256 characters, for example DEVCHAIN_SEED=development')
      .optional(),
    DEVCHAIN_SIMULATION: z
      .enum(['on', 'off'], { error: 'must be on or off, for example DEVCHAIN_SIMULATION=off' })
      .default('on'),
    DEVCHAIN_ALLOW_REMOTE: z
      .enum(['true', 'false'], { error: 'must be true or false, for example DEVCHAIN_ALLOW_REMOTE=true' })
      .default('false'),
    DEVCHAIN_SHIP_SNAPSHOT: z
      .enum(['on', 'off'], { error: 'must be on or off, for example DEVCHAIN_SHIP_SNAPSHOT=on' })
      .default('off'),
    DEVCHAIN_STATE_DIR: z.string().optional(),
    DEVCHAIN_LOG_PUSHES: z
      .enum(['on', 'off'], { error: 'must be on or off, for example DEVCHAIN_LOG_PUSHES=on' })
      .default('off'),
    LOG_LEVEL: z
      .enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}, for example LOG_LEVEL=info` })
      .default('info'),
  })
  .refine(
    ({ DEVCHAIN_HOST: host, DEVCHAIN_ALLOW_REMOTE: allowed }) => LOOPBACK.test(host) || allowed === 'true',
    {
      path: ['DEVCHAIN_HOST'],
      error:
        'is not a loopback address: anyone who reaches the chain can use its public keys. Set DEVCHAIN_ALLOW_REMOTE=true to allow this',
    },
  );

/** Reads the settings of the development chain. Throws DevchainSetupError with all invalid settings. */
export function loadDevchainSettings(env: NodeJS.ProcessEnv): DevchainSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  // Read once: compiling the schema takes longer than the check.
  const parsed = DEVCHAIN_ENVIRONMENT.safeParse(given, { jitless: true });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new DevchainSetupError(problems.join('\n'));
  }
  const {
    DEVCHAIN_NAME: name,
    DEVCHAIN_HOST: host,
    DEVCHAIN_PORT: port,
    DEVCHAIN_SHIP_PORT: shipPort,
    DEVCHAIN_SEED: seed = name,
    DEVCHAIN_SIMULATION: simulation,
    DEVCHAIN_ALLOW_REMOTE: remote,
    DEVCHAIN_SHIP_SNAPSHOT: snapshot,
    DEVCHAIN_STATE_DIR: stateDir,
    DEVCHAIN_LOG_PUSHES: pushes,
    LOG_LEVEL: logLevel,
  } = parsed.data;
  return {
    name,
    host,
    port,
    seed,
    simulation: simulation === 'on',
    isRemoteAllowed: remote === 'true',
    shipPort: shipPortOf(shipPort, port),
    isFromSnapshot: snapshot === 'on',
    stateDir,
    logLevel,
    logPushes: pushes === 'on',
  };
}

/** By default the chain's port plus 100; any free port beside a chain on any free port. */
function shipPortOf(given: string | undefined, chainPort: number): number | undefined {
  if (given === 'off') return undefined;
  if (given !== undefined) return Number(given);
  const port = chainPort === 0 ? 0 : chainPort + SHIP_PORT_OFFSET;
  if (port <= LAST_PORT) return port;
  throw new DevchainSetupError(
    `DEVCHAIN_SHIP_PORT: DEVCHAIN_PORT + ${String(SHIP_PORT_OFFSET)} is above ${String(LAST_PORT)}; choose a port, for example DEVCHAIN_SHIP_PORT=8988, or off`,
  );
}
