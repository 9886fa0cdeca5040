import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  allocateRequestsYoung,
  commandLineText,
  createLogger,
  handleUnexpectedErrors,
  type Logger,
  StartupError,
  stopOnSignals,
} from '@app/operations';
import { HistoryMetrics } from './management/history-metrics';
import { type RunningHistories, runHistories } from './run-histories';
import { loadHistorySettings } from './settings';
import { HISTORY_SETTINGS } from './settings.schema';

/**
 * Limit of the close. Reads of the store end within 9 s; a client that does not send the rest of its request, or does
 * not take its answer, would hold the process for as long as it likes.
 */
const CLOSE_MS = 10_000;

async function main(): Promise<void> {
  const text = commandLineText(process.argv.slice(2), {
    name: 'History node',
    folder: __dirname,
    settings: HISTORY_SETTINGS,
  });
  if (text !== undefined) {
    console.log(text);
    return;
  }
  allocateRequestsYoung();
  const settings = loadHistorySettings(process.env);
  const logger = createLogger(settings);
  const metrics = new HistoryMetrics();
  const histories = await runHistories({ settings, logger, version: packageVersion(__dirname), metrics });
  const stop = stopping(histories, logger);
  handleUnexpectedErrors({ logger, counter: metrics.unexpectedErrors, stop: () => stop(1) });
  histories.ended().then(
    () => stop(1),
    (error: unknown) => {
      console.error(`The history cannot go on.\n${error instanceof Error ? error.message : String(error)}`);
      stop(1);
    },
  );
  stopOnSignals(() => stop(0));
  const names = settings.chains.map(({ name }) => name).join();
  console.log(
    histories.urls.length === 0
      ? `history indexes ${names}`
      : `history listening on ${histories.urls.join()} (${names}; docs at /v2/docs)`,
  );
}

/** Closes once, however often it is called, and ends the process: after CLOSE_MS with everything that is open. */
function stopping(histories: RunningHistories, logger: Logger): (exitCode: number) => void {
  let isStopping = false;
  return (exitCode) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      logger.warn({ closeMs: CLOSE_MS }, 'requests in flight were cut off');
      process.exit(exitCode);
    }, CLOSE_MS);
    histories.close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        if (exitCode === 0) console.error(error);
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
