import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER, type Logger, ReadinessRegistry, SETTINGS, type Settings } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { closeServer } from './connections/close-server';
import type { FastPathExpressAdapter } from './fast-path/fast-path-express.adapter';

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
  return isComplete;
}
