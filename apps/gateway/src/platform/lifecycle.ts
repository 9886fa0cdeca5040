import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  LOGGER,
  type Logger,
  ReadinessRegistry,
  SETTINGS,
  type Settings,
  StartupError,
} from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { ManagementServer } from '../management/management.server';
import { closeServer } from './connections/close-server';
import type { FastPathExpressAdapter } from './fast-path/fast-path-express.adapter';
import { urlOf } from './url-of';

/**
 * Opens the public port, then the management port.
 * @returns the URL of the public port
 * @throws StartupError naming the setting when a port is taken
 */
export async function listen(app: INestApplication): Promise<string> {
  const { host, port, managementHost, managementPort } = app.get<Settings>(SETTINGS);
  // Not by Nest's listen, which logs a port that is taken in its own words before it throws.
  const server = (app.getHttpServer() as Server).listen(port, host);
  await once(server, 'listening').catch(explain('PORT', 'HOST', host, port));
  await app
    .get(ManagementServer)
    .listen()
    .catch(explain('MANAGEMENT_PORT', 'MANAGEMENT_HOST', managementHost, managementPort));
  return urlOf(server);
}

function explain(
  portSetting: string,
  hostSetting: string,
  host: string,
  port: number,
): (error: NodeJS.ErrnoException) => never {
  const advice = `set ${portSetting} to a free one (${portSetting}=0 picks one)`;
  const example = `(for example ${hostSetting}=127.0.0.1)`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `${portSetting}: port ${port} on ${host} is taken: ${advice}`,
    EACCES: `${portSetting}: port ${port} on ${host} needs more rights than this process has: ${advice}`,
    EADDRNOTAVAIL: `${hostSetting}: ${host} is not an address of this machine: set it to one ${example}`,
    ENOTFOUND: `${hostSetting}: ${host} cannot be resolved: set it to an address of this machine ${example}`,
    EAI_AGAIN: `${hostSetting}: ${host} cannot be resolved now: set it to an address of this machine ${example}`,
  };
  return (error) => {
    const reason = reasons[error.code ?? ''];
    throw reason === undefined ? error : new StartupError(reason, { cause: error });
  };
}

/**
 * Leaves without losing a request: readiness says 503 at once, and every answer says
 * `Connection: close`; after the configured delay (load balancers need it to notice) the port closes;
 * requests on connections that were accepted are answered, for `drainMs` at most; then everything else is
 * closed.
 * @returns whether all requests in flight were finished in time
 */
export async function drain(app: INestApplication): Promise<boolean> {
  const { shutdown } = app.get<Settings>(SETTINGS);
  const logger = app.get<Logger>(LOGGER);
  app.get(ReadinessRegistry).drain();
  logger.info({ delayMs: shutdown.delayMs }, 'draining');
  await delay(shutdown.delayMs);
  const { connections } = app.getHttpAdapter() as FastPathExpressAdapter;
  const isComplete = await closeServer(app.getHttpServer() as Server, connections, shutdown.drainMs);
  if (!isComplete) logger.warn({ drainMs: shutdown.drainMs }, 'requests in flight were cut off');
  await app.close();
  logger.flush();
  return isComplete;
}
