import { allocateRequestsYoung, createLogger, handleUnexpectedErrors, type Logger } from '@app/operations';
import { type End, packageVersion, stopOnSignals } from '@app/program';
import { HistoryMetrics } from './management/history-metrics';
import { type RunningHistories, runHistories } from './run-histories';
import { loadHistorySettings } from './settings';

/**
 * Runs the history node of this process until a signal, an exception that nothing caught, or the end of following.
 * @param folder of the program, for its version
 * @returns the line that says where it listens
 * @throws StartupError naming what the operator has to put right
 */
export async function runHistoryNode(env: NodeJS.ProcessEnv, folder: string, end: End): Promise<string> {
  allocateRequestsYoung();
  const settings = loadHistorySettings(env);
  const logger = createLogger(settings);
  const metrics = new HistoryMetrics();
  const histories = await runHistories({ settings, logger, version: packageVersion(folder), metrics });
  const stop = stopping(histories, settings.drainMs, logger, end);
  handleUnexpectedErrors({ logger, counter: metrics.unexpectedErrors, stop: () => stop(1) });
  histories.ended().then(
    () => stop(1),
    (error: unknown) =>
      stop(1, `The history cannot continue.\n${error instanceof Error ? error.message : String(error)}`),
  );
  stopOnSignals(() => stop(0));
  const names = settings.chains.map(({ name }) => name).join();
  return histories.urls.length === 0
    ? `history indexes ${names}`
    : `history listening on ${histories.urls.join()} (${names}; docs at /v2/docs)`;
}

/** Closes once, however often it is called, and ends the process: after `drainMs` with everything that is open. */
function stopping(histories: RunningHistories, drainMs: number, logger: Logger, end: End): End {
  let isStopping = false;
  return (exitCode, error) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      logger.warn({ drainMs }, 'requests in flight were cut off');
      end(exitCode, error);
    }, drainMs);
    histories.close().then(
      () => end(exitCode, error),
      (closeError: unknown) => end(1, error ?? closeError),
    );
  };
}
