import { once } from 'node:events';
import type { Server } from 'node:http';
import { SETTINGS, type Settings, StartupError } from '@app/operations';
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
