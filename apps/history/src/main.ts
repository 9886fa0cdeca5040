import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createLogger, StartupError } from '@app/operations';
import { type RunningHistory, runHistory, stateFolder } from './run-history';
import { loadHistorySettings } from './settings';

const INTERRUPTED = 130;

async function main(): Promise<void> {
  const settings = loadHistorySettings(process.env);
  const logger = createLogger(settings);
  const folder = stateFolder(settings.stateDir);
  const version = packageVersion(__dirname);
  const histories = await Promise.all(
    settings.chains.map((chain) => runHistory(chain, folder, { settings, logger, version })),
  );
  for (const { name, indexer } of histories)
    void indexer.ended().then(() => ended(name, indexer.status.error));
  const stop = stopping(histories);
  // SIGHUP: the terminal was closed.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
  // A second Ctrl-C ends the process at once.
  process.once('SIGINT', () => process.once('SIGINT', () => process.exit(INTERRUPTED)));
  for (const { name, url } of histories)
    console.log(`history ${name} listening on ${url} (docs at ${url}/v2/docs)`);
}

let isStopping = false;

function ended(name: string, reason: string | undefined): void {
  if (isStopping) return;
  console.error(`The history of ${name} cannot go on.\n${reason ?? 'its thread ended'}`);
  process.exit(1);
}

function stopping(histories: readonly RunningHistory[]): () => void {
  return () => {
    isStopping = true;
    Promise.all(histories.map((history) => history.close())).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
}

/** Of the nearest package above the compiled file. */
function packageVersion(folder: string): string {
  try {
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder === path.dirname(folder)) throw error;
    return packageVersion(path.dirname(folder));
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? `The history node cannot start.\n${error.message}` : error);
  process.exit(1);
});
