import {
  allocateRequestsYoung,
  countBuffersWithHeap,
  handleUnexpectedErrors,
  loadSettings,
  LOGGER,
  type Logger,
  Metrics,
  SETTINGS,
  type Settings,
} from '@app/operations';
import { type End, SETTINGS_ROWS, stopOnSignals, unknownSettings } from '@app/program';
import type { INestApplication } from '@nestjs/common';
import { createGateway } from './create-gateway';
import { listen } from './listen';
import { drain } from './platform/drain';
import { NetworkReload } from './reload/network-reload';
import { SURFACE_PATHS } from './platform/surface-paths';

/**
 * Runs the gateway of this process until a signal or an exception that nothing caught.
 * @returns the line that says where it listens
 * @throws StartupError naming what the operator has to put right
 */
export async function runGateway(env: NodeJS.ProcessEnv, end: End): Promise<string> {
  allocateRequestsYoung();
  countBuffersWithHeap();
  const gateway = await createGateway(loadSettings(env));
  gateway.get(Metrics).collectProcess();
  const logger = gateway.get<Logger>(LOGGER);
  for (const warning of unknownSettings(Object.keys(env), Object.keys(SETTINGS_ROWS))) logger.warn(warning);
  const stop = stopping(gateway, end);
  const { unexpectedErrors } = gateway.get(Metrics);
  handleUnexpectedErrors({ logger, counter: unexpectedErrors, stop: () => stop(1) });
  const url = await listen(gateway);
  stopOnSignals(() => stop(0), reloadOnHangUp(gateway));
  return `gateway listening on ${url} (docs at ${url}${SURFACE_PATHS.docs}, MCP at ${url}${SURFACE_PATHS.mcp})`;
}

/** SIGHUP reads the networks file again in production; undefined elsewhere, where a closed terminal sends it. */
function reloadOnHangUp(gateway: INestApplication): (() => void) | undefined {
  const reload = gateway.get(NetworkReload);
  const { nodeEnv } = gateway.get<Settings>(SETTINGS);
  if (nodeEnv !== 'production' || !reload.hasFile) return undefined;
  return () => void reload.reload('signal');
}

/** Drains once, however often it is called, and ends the process. */
function stopping(gateway: INestApplication, end: End): (exitCode: number) => void {
  let isStopping = false;
  return (exitCode) => {
    if (isStopping) return;
    isStopping = true;
    drain(gateway).then(
      (isComplete) => end(isComplete ? exitCode : 1),
      (error: unknown) => end(1, error),
    );
  };
}
