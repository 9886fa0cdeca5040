import { allocateRequestsYoung, createLogger, handleUnexpectedErrors, type Logger } from '@app/operations';
import { packageVersion, stopOnSignals } from '@app/program';
import { HistoryMetrics } from './management/history-metrics';
import { type RunningHistories, runHistories } from './run-histories';
import { loadHistorySettings } from './settings';

/** The process that the history node runs in. */
interface Process {
  readonly end: (exitCode: number) => void;
  readonly printError: (error: unknown) => void;
}

/**
 * Runs the history node of this process until a signal, an exception that nothing caught, or the end of following.
 * @param folder of the program, for its version
 * @returns the line that says where it listens
 * @throws StartupError naming what the operator has to put right
 */
export async function runHistoryNode(
  env: NodeJS.ProcessEnv,
  folder: string,
  process: Process,
): Promise<string> {
  allocateRequestsYoung();
  const settings = loadHistorySettings(env);
  const logger = createLogger(settings);
  const metrics = new HistoryMetrics();
  const histories = await runHistories({ settings, logger, version: packageVersion(folder), metrics });
  const stop = stopping(histories, settings.drainMs, logger, process);
  handleUnexpectedErrors({ logger, counter: metrics.unexpectedErrors, stop: () => stop(1) });
  histories.ended().then(
    () => stop(1),
    (error: unknown) => {
      process.printError(
        `The history cannot go on.\n${error instanceof Error ? error.message : String(error)}`,
      );
      stop(1);
    },
  );
  stopOnSignals(() => stop(0));
  const names = settings.chains.map(({ name }) => name).join();
  return histories.urls.length === 0
    ? `history indexes ${names}`
    : `history listening on ${histories.urls.join()} (${names}; docs at /v2/docs)`;
}

/** Closes once, however often it is called, and ends the process: after `drainMs` with everything that is open. */
function stopping(
  histories: RunningHistories,
  drainMs: number,
  logger: Logger,
  { end, printError }: Process,
): (exitCode: number) => void {
  let isStopping = false;
  return (exitCode) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      logger.warn({ drainMs }, 'requests in flight were cut off');
      end(exitCode);
    }, drainMs);
    histories.close().then(
      () => end(exitCode),
      (error: unknown) => {
        if (exitCode === 0) printError(error);
        end(1);
      },
    );
  };
}
