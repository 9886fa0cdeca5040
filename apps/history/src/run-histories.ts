import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listenFailure, type Logger, systemClock } from '@app/operations';
import { StartupError } from '@app/program';
import type { RequestHandler } from 'express';
import { warnOfMissingFolder } from './archives/served-archive';
import { HealthService } from './health/health.service';
import { NodeInfoReader } from './health/node-info';
import type { Source } from './health/source';
import { Indexer } from './indexing/indexer';
import { historyManagement } from './management/history-management';
import type { HistoryMetrics } from './management/history-metrics';
import type { HistoryChanges } from './serving/history-changes';
import { TailedStores } from './serving/tailed-stores';
import type { ServedHistory } from './serve-history';
import type { ChainSettings, HistorySettings } from './settings';
import { openHistoryReader, type StoreLocation } from './store/open-store';
import type { Answering } from './threads/answering';
import type { ThreadChain } from './threads/thread-messages';
import type { HistoryReader } from './store/port';

/** The chains of one process: followed on one thread, each served on a port of its own, as far as its role goes. */
export interface RunningHistories {
  /** In the order of the settings; none where only the management port is served. */
  readonly urls: readonly string[];
  /** Resolves when following ended; rejects with an error that no other attempt mends. */
  ended(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  readonly settings: HistorySettings;
  readonly logger: Logger;
  /** Version of this program. */
  readonly version: string;
  readonly metrics: HistoryMetrics;
}

/**
 * Follows and serves every chain of the settings, or does one of the two.
 * @throws StartupError when a port is taken, or the folder of the files cannot be written to
 */
export async function runHistories(parts: Parts): Promise<RunningHistories> {
  const { chains, stateDir, role, storeLimits, schema, trades, cold } = parts.settings;
  const needsFiles = chains.some(({ databaseUrl }) => databaseUrl === undefined);
  const folder = needsFiles ? stateFolder(stateDir) : undefined;
  const storeOf = ({ name, databaseUrl }: ChainSettings): StoreLocation =>
    databaseUrl ?? path.join(folder ?? '', `${name}.sqlite`);
  const stored = chains.map((chain) => ({ ...chain, store: storeOf(chain) }));
  const changes: HistoryChanges =
    role === 'serve'
      ? await TailedStores.start(stored, storeLimits, parts.logger)
      : await Indexer.start(
          stored.map(({ name, shipUrls, archiveUrls, chainUrl, follow, store, coldUrl, sqlUrl }) => ({
            name,
            shipUrls,
            archiveUrls,
            chainUrl,
            follow,
            store,
            storeLimits,
            schema,
            trades,
            cold: coldUrl === undefined ? undefined : { ...cold, url: coldUrl },
            hasTransfers: sqlUrl !== undefined,
          })),
          parts.logger,
        );
  const opened = await Promise.all(stored.map((chain) => openChain(chain, changes, parts)));
  const answering = await answeringOf(stored, changes, parts);
  const started = await Promise.allSettled(
    role === 'index'
      ? []
      : opened.map((chain) => serveChain(chain, changes, parts, answering?.before(chain.name))),
  );
  const { managementHost, managementPort, managementAllowedHosts } = parts.settings;
  const management = historyManagement({
    ...parts,
    chains: chains.map(({ name }) => name),
    changes,
    role,
    folder,
    healthOf: async (chain) => opened.find(({ name }) => name === chain)?.health.getHealth() ?? {},
    host: managementHost,
    allowedHosts: managementAllowedHosts,
  });
  const [managed] = await Promise.allSettled([
    management
      .listen(managementHost, managementPort)
      .catch(
        listenFailure('HISTORY_MANAGEMENT_PORT', 'HISTORY_MANAGEMENT_HOST', managementHost, managementPort),
      ),
  ]);
  const served = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => {
    management.close();
    await Promise.all([changes.close(), ...served.map((each) => each.close())]);
    await answering?.close();
    await Promise.all(opened.map(({ reader }) => reader.close()));
  };
  const failure = [managed, ...started].find((each) => each.status === 'rejected');
  if (failure !== undefined) {
    await close();
    throw failure.reason;
  }
  return { urls: served.map(({ url }) => url), ended: () => changes.ended(), close };
}

/** The history of one chain, as this process reads it. */
interface OpenedChain extends Pick<ChainSettings, 'name' | 'chainUrl' | 'archiveDir' | 'port'> {
  readonly reader: HistoryReader;
  readonly source: Source;
  readonly health: HealthService;
}

async function openChain(
  {
    name,
    chainUrl,
    archiveDir,
    port,
    follow,
    store,
    coldUrl,
  }: ChainSettings & { readonly store: StoreLocation },
  changes: HistoryChanges,
  { settings, version }: Parts,
): Promise<OpenedChain> {
  const reader = await openHistoryReader(store, settings.storeLimits, coldUrl);
  const source = {
    ...{ chain: name, version, hasStream: true, isIrreversibleOnly: follow.irreversibleOnly },
    status: () => changes.status(name),
  };
  const health = new HealthService(reader, systemClock, source, new NodeInfoReader(chainUrl));
  return { name, chainUrl, archiveDir, port, reader, source, health };
}

async function serveChain(
  { name, chainUrl, archiveDir, port, reader, source }: OpenedChain,
  changes: HistoryChanges,
  { settings, logger, metrics }: Parts,
  before: RequestHandler | undefined,
): Promise<ServedHistory> {
  // Loaded when it is used: a process that only writes needs neither the Nest application nor the stream server.
  const { serveHistory } = await import('./serve-history.js');
  warnOfMissingFolder({ folder: archiveDir }, logger);
  return serveHistory(
    {
      reader,
      source,
      clock: systemClock,
      chainUrl,
      archiveDir,
      streamBuffer: settings.streamBuffer,
      undecodable: () => metrics.undecodable.inc({ chain: name }),
      events: {
        subscribe: (listener) => changes.subscribe(name, listener),
        watched: () => changes.watched(name),
      },
    },
    { host: settings.host, port, logger, ...(before === undefined ? {} : { before }) },
  );
}

/** The threads of a process that serves; undefined: its routes are answered on this thread. */
async function answeringOf(
  chains: readonly ThreadChain[],
  changes: HistoryChanges,
  { settings, ...parts }: Parts,
): Promise<Answering | undefined> {
  if (settings.role === 'index' || settings.readThreads === 0) return undefined;
  const { startAnswering } = await import('./threads/answering.js');
  return startAnswering({
    ...parts,
    settings,
    changes,
    chains: chains.map(({ name, chainUrl, store, coldUrl }) => ({ name, chainUrl, store, coldUrl })),
  });
}

/** The folder of the files: a temporary one, which the end of the process removes, where none is set. */
function stateFolder(stateDir: string | undefined): string {
  if (stateDir !== undefined) {
    try {
      mkdirSync(stateDir, { recursive: true });
      accessSync(stateDir, constants.W_OK);
    } catch (error) {
      const reason = (error as Error).message;
      throw new StartupError(`HISTORY_STATE_DIR: cannot write to ${stateDir} (${reason})`, { cause: error });
    }
    return stateDir;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'history-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
