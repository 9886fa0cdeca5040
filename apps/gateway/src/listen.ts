import { once } from 'node:events';
import type { Server } from 'node:http';
import { listenFailure, SETTINGS, type Settings } from '@app/operations';
import type { INestApplication } from '@nestjs/common';
import { urlOf } from './http/url-of';
import { ManagementServer } from './management/management.server';

/**
 * Opens the public port, then the management port.
 * @returns the URL of the public port
 * @throws StartupError naming the setting when a port is taken
 */
export async function listen(app: INestApplication): Promise<string> {
  const { host, port, managementHost, managementPort } = app.get<Settings>(SETTINGS);
  // Not by Nest's listen, which logs a port that is taken in its own words before it throws.
  const server = (app.getHttpServer() as Server).listen(port, host);
  await once(server, 'listening').catch(listenFailure('PORT', 'HOST', host, port));
  await app
    .get(ManagementServer)
    .listen()
    .catch(listenFailure('MANAGEMENT_PORT', 'MANAGEMENT_HOST', managementHost, managementPort));
  return urlOf(server);
}
