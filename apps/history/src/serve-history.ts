import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '@app/operations';
import { HistoryModule, type HistoryParts } from './history.module';
import { createApplication } from './http/create-application';

export interface ServedHistory {
  /** Without a slash at the end. */
  readonly url: string;
  readonly server: Server;
  /** Answers the requests that are there, and closes the port. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 lets the system pick a free port. */
  readonly port: number;
  readonly logger: Logger;
}

/** Serves the routes of one history. Rejects when it cannot listen. */
export async function serveHistory(
  parts: HistoryParts,
  { host, port, logger }: ListenOptions,
): Promise<ServedHistory> {
  const app = await createApplication(HistoryModule.forRoot(parts), logger);
  try {
    await app.listen(port, host);
  } catch (error) {
    await app.close();
    throw error;
  }
  const server = app.getHttpServer() as Server;
  const { port: boundPort } = server.address() as AddressInfo;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${shownHost}:${boundPort}`, server, close: () => app.close() };
}
