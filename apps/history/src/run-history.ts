import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Logger, systemClock } from '@app/operations';
import { Indexer } from './indexing/indexer';
import { serveHistory, type ServedHistory } from './serve-history';
import type { ChainSettings, HistorySettings } from './settings';
import { openSqliteReader } from './store/sqlite/sqlite-history';

/** One chain that is followed and served. */
export interface RunningHistory {
  readonly name: string;
  readonly url: string;
  readonly indexer: Indexer;
  close(): Promise<void>;
}

/** Follows one chain into its file, and serves it. Rejects when the file or the port cannot be opened. */
export async function runHistory(
  chain: ChainSettings,
  folder: string,
  { settings, logger, version }: { settings: HistorySettings; logger: Logger; version: string },
): Promise<RunningHistory> {
  const { name, shipUrl, chainUrl, port } = chain;
  const { host } = settings;
  const file = path.join(folder, `${name}.sqlite`);
  const indexer = await Indexer.start({ file, shipUrl }, logger);
  const reader = openSqliteReader(file);
  const source = { chain: name, version, hasStream: false, status: () => indexer.status };
  let served: ServedHistory;
  try {
    served = await serveHistory({ reader, source, clock: systemClock, chainUrl }, { host, port, logger });
  } catch (error) {
    await indexer.close();
    throw error;
  }
  return {
    name,
    url: served.url,
    indexer,
    close: async () => {
      await served.close();
      await indexer.close();
      await reader.close();
    },
  };
}

/** The folder of the files: a temporary one, which the end of the process removes, where none is set. */
export function stateFolder(stateDir: string | undefined): string {
  if (stateDir !== undefined) {
    mkdirSync(stateDir, { recursive: true });
    return stateDir;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'history-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
