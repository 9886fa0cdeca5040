import {
  allocateRequestsYoung,
  countBuffersWithHeap,
  commandLineText,
  handleUnexpectedErrors,
  loadSettings,
  LOGGER,
  type Logger,
  Metrics,
  SETTINGS_ROWS,
  StartupError,
  stopOnSignals,
  unknownSettings,
} from '@app/operations';
import { ConfigurationError } from '@app/networks';
import type { INestApplication } from '@nestjs/common';
import { createGateway } from './create-gateway';
import { listen } from './listen';
import { drain } from './platform/drain';
import { SURFACE_PATHS } from './platform/surface-paths';

async function main(): Promise<void> {
  const text = commandLineText(process.argv.slice(2), {
    name: 'Chain Tool Gateway',
    folder: __dirname,
    settings: SETTINGS_ROWS,
  });
  if (text !== undefined) {
    console.log(text);
    return;
  }
  allocateRequestsYoung();
  countBuffersWithHeap();
  const gateway = await createGateway(loadSettings(process.env));
  gateway.get(Metrics).collectProcess();
  const logger = gateway.get<Logger>(LOGGER);
  for (const warning of unknownSettings(Object.keys(process.env), Object.keys(SETTINGS_ROWS)))
    logger.warn(warning);
  const stop = stopping(gateway);
  const { unexpectedErrors } = gateway.get(Metrics);
  handleUnexpectedErrors({ logger, counter: unexpectedErrors, stop: () => stop(1) });
  const url = await listen(gateway);
  stopOnSignals(() => stop(0));
  console.log(
    `gateway listening on ${url} (docs at ${url}${SURFACE_PATHS.docs}, MCP at ${url}${SURFACE_PATHS.mcp})`,
  );
}

/** Drains once, however often it is called, and ends the process. */
function stopping(gateway: INestApplication): (exitCode: number) => void {
  let isStopping = false;
  return (exitCode) => {
    if (isStopping) return;
    isStopping = true;
    drain(gateway).then(
      (isComplete) => process.exit(isComplete ? exitCode : 1),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
}

main().catch((error: unknown) => {
  const isForOperator = error instanceof StartupError || error instanceof ConfigurationError;
  console.error(isForOperator ? `The gateway cannot start.\n${error.message}` : error);
  process.exit(1);
});
