import { AdjustableClock } from './admin/adjustable-clock';
import { ADMIN_ROUTES } from './admin/admin-routes';
import { type AdminApiOptions, adminRows } from './admin/admin-rows';
import { BlockPacer } from './admin/block-pacer';
import { Snapshots, START } from './admin/snapshots';
import { StateFile } from './admin/state-file';
import { nodeRows, unmatched } from './api/nodeos/node-rows';
import type { Node } from './api/nodeos/route';
import { ROUTES } from './api/v1-chain/routes';
import { timeBudgets } from './api/v1-chain/tables/time-budget';
import { pushRecords, type PushRecord } from './api/v1-chain/transactions/push-record';
import { InProcessClient } from './client/in-process-client';
import { NATIVE } from './contracts/shared/tokens';
import { type DevelopmentAccount, seededAccount } from './genesis/development-account';
import { EXAMPLE_ACCOUNTS } from './genesis/example-accounts';
import { createDevelopmentChain } from './genesis/genesis';
import type { HttpHandler } from './http/http-server';
import { observeReplies } from './http/observe-replies';
import { createRouter } from './http/router';
import { serve, type Served } from './http/serve';
import type { Chain } from './kernel/chain';
import type { Contract } from './kernel/sdk/contract';
import { memoryLine } from './memory-line';
import { Feeders } from './operators/feeders';
import { BlockRecorder } from './ship/block-recorder';
import { serveShip } from './ship/ship-server';
import type { DevchainSettings } from './settings';
import { SIMULATED_SIGNERS } from './simulation/actors';
import { Simulation } from './simulation/simulation';

export interface DevchainOptions {
  /** Milliseconds since 1970; the machine's clock unless a test has its own. */
  readonly now?: () => number;
  /** `manual`: only `chain.produceBlock()` makes blocks. */
  readonly blocks?: 'timed' | 'manual';
  /** Contracts beside the system's and the tokens'. */
  readonly contracts?: readonly Contract[];
  /** Memory for the recorded state history; 64 MiB by default. */
  readonly maxHistoryBytes?: number;
  readonly log?: (line: string) => void;
  /** Called once a minute with what the process holds in memory. */
  readonly logMemory?: (line: string) => void;
  /** Called for every transaction that a client pushes, executed or refused. */
  readonly logPush?: (record: PushRecord) => void;
}

/** A running development chain. */
export interface Devchain {
  /** Without a slash at the end. */
  readonly url: string;
  /** Of the state-history websocket, where one is served. */
  readonly shipUrl?: string;
  readonly chain: Chain;
  /** Funded accounts with their development keys. */
  readonly accounts: readonly DevelopmentAccount[];
  /** Ends blocks, then requests, then the listener; then the chain is kept, where it has a folder. */
  close(): Promise<void>;
}

const MEMORY_LINE_MS = 60_000;
const CORE_SYMBOL = `${String(NATIVE.precision)},${NATIVE.symbol}`;

/**
 * Creates the chain of the seed, or loads the kept one, and serves it. Throws DevchainSetupError when it cannot listen,
 * or when the state file belongs to another chain.
 */
export async function startDevchain(
  settings: DevchainSettings,
  options: DevchainOptions = {},
): Promise<Devchain> {
  const { now = Date.now, blocks = 'timed', contracts, log = () => undefined, logMemory, logPush } = options;
  const clock = new AdjustableClock(now);
  const { seed, name, host, shipPort = 0, isRemoteAllowed = false, isFromSnapshot = false } = settings;
  let recorder = undefined as BlockRecorder | undefined;
  const prepare = (chain: Chain): void => {
    if (settings.shipPort !== undefined) recorder = new BlockRecorder(chain, options.maxHistoryBytes);
  };
  const created = createDevelopmentChain({ seed, now: clock.now, contracts, prepare });
  const { chain, indexes } = created;
  const examples = settings.simulation === true ? EXAMPLE_ACCOUNTS : [];
  const accounts = [...created.accounts, ...examples.map((account) => seededAccount(seed, account))];
  const { chainId } = chain;
  const origin = {
    chainId,
    launchBlockId: chain.head().id,
    indexes: indexes.join(),
    hasSimulation: settings.simulation ?? false,
  };
  const stateFile =
    settings.stateDir === undefined ? undefined : new StateFile(settings.stateDir, name, origin);
  const simulation = settings.simulation ? new Simulation({ chain, seed, now: clock.now, log }) : undefined;
  simulation?.begin();
  const pacer = new BlockPacer(chain, clock, simulation);
  pacer.catchUp();
  const budget = timeBudgets(() => performance.now());
  const node = { chain, name, coreSymbol: CORE_SYMBOL, budget };
  const view = new InProcessClient(chain, { seed, accounts: SIMULATED_SIGNERS, now: clock.now });
  const feeders = simulation?.feeders ?? new Feeders(view);
  const snapshots = new Snapshots({ chain, clock, feeders, simulation, history: recorder });
  snapshots.take(START);
  const kept = stateFile?.read();
  if (kept !== undefined) snapshots.resume(kept);
  const context = { snapshots, name, seed, chain, view, clock, pacer, simulation, feeders, accounts };
  const logFailure = (path: string, error: unknown): void => {
    log(`devchain ${name} failed at ${path}: ${error instanceof Error ? error.stack : String(error)}`);
  };
  const adminApi = { context, routes: ADMIN_ROUTES, isRemoteAllowed, logFailure };
  const ship =
    recorder && (await serveShip({ host, port: shipPort }, { chain, recorder, isFromSnapshot, logFailure }));
  const served = await serveBeside(ship, handlerOf(node, adminApi, logPush), settings, logFailure);
  if (blocks === 'timed') pacer.start();
  const memoryTimer = logMemory && setInterval(() => logMemory(memoryLine(name, chain)), MEMORY_LINE_MS);
  return {
    url: served.url,
    shipUrl: ship?.url,
    chain,
    accounts,
    close: async () => {
      pacer.close();
      clearInterval(memoryTimer);
      await Promise.all([served.close(), ship?.close()]);
      // A request in progress may have resumed block production.
      pacer.stop();
      stateFile?.write(snapshots.now());
    },
  };
}

/** Serves HTTP; when that fails, closes the other server, too. */
async function serveBeside(other: Served | undefined, ...server: Parameters<typeof serve>): Promise<Served> {
  try {
    return await serve(...server);
  } catch (error) {
    await other?.close();
    throw error;
  }
}

/** The admin API and the routes of a node in one router. */
function handlerOf(node: Node, admin: AdminApiOptions, logPush: DevchainOptions['logPush']): HttpHandler {
  const rows = [...adminRows(admin), ...nodeRows(ROUTES, node, admin.logFailure)];
  const router = createRouter(rows, unmatched);
  if (logPush === undefined) return router;
  return observeReplies(router, (path, reply) => pushRecords(path, reply).forEach(logPush));
}
