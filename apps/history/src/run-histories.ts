import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listenFailure, type Logger, systemClock } from '@app/operations';
import { Indexer } from './indexing/indexer';
import { historyManagement } from './management/history-management';
import { serveHistory } from './serve-history';
import type { ChainSettings, HistorySettings } from './settings';
import { openHistoryReader, type StoreLocation } from './store/open-store';

/** The chains of one process: followed on one thread, each served on a port of its own. */
export interface RunningHistories {
  /** In the order of the settings. */
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
}

/**
 * Follows and serves every chain of the settings.
 * @throws StartupError when a port is taken
 */
export async function runHistories(parts: Parts): Promise<RunningHistories> {
  const { chains, stateDir } = parts.settings;
  const needsFiles = chains.some(({ databaseUrl }) => databaseUrl === undefined);
  const folder = needsFiles ? stateFolder(stateDir) : '';
  const storeOf = ({ name, databaseUrl }: ChainSettings): StoreLocation =>
    databaseUrl ?? path.join(folder, `${name}.sqlite`);
  const indexer = await Indexer.start(
    chains.map((chain) => {
      const { name, shipUrl, follow } = chain;
      return { name, shipUrl, follow, store: storeOf(chain) };
    }),
    parts.logger,
  );
  const started = await Promise.allSettled(
    chains.map((chain) => serveChain(chain, storeOf(chain), indexer, parts)),
  );
  const { managementHost, managementPort } = parts.settings;
  const management = historyManagement({
    ...parts,
    chains: chains.map(({ name }) => name),
    indexer,
    host: managementHost,
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
    await Promise.all([indexer.close(), ...served.map((each) => each.close())]);
  };
  const failure = [managed, ...started].find((each) => each.status === 'rejected');
  if (failure !== undefined) {
    await close();
    throw failure.reason;
  }
  return { urls: served.map(({ url }) => url), ended: () => indexer.ended(), close };
}

async function serveChain(
  { name, chainUrl, port }: ChainSettings,
  store: StoreLocation,
  indexer: Indexer,
  { settings, logger, version }: Parts,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const reader = await openHistoryReader(store);
  const source = { chain: name, version, hasStream: true, status: () => indexer.status(name) };
  const served = await serveHistory(
    {
      reader,
      source,
      clock: systemClock,
      chainUrl,
      events: { subscribe: (listener) => indexer.subscribe(name, listener) },
    },
    { host: settings.host, port, logger },
  );
  return {
    url: served.url,
    close: async () => {
      await served.close();
      await reader.close();
    },
  };
}

/** The folder of the files: a temporary one, which the end of the process removes, where none is set. */
function stateFolder(stateDir: string | undefined): string {
  if (stateDir !== undefined) {
    mkdirSync(stateDir, { recursive: true });
    return stateDir;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'history-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
