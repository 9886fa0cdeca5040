import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenFailure, type Logger } from '@app/operations';
import type { RequestHandler } from 'express';
import { AbiCache } from './decoding/abi-cache';
import { Decoder } from './decoding/decoder';
import { HistoryModule, type HistoryParts } from './history.module';
import { createApplication } from './http/create-application';
import { StreamServer } from './stream/stream-server';

const STREAM_BUFFER = 1000;
/** Longer than clients, proxies and load balancers keep an idle connection: it is they who close, and no request is lost. */
const KEEP_ALIVE_MS = 75_000;

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
  /** Takes requests before the routes do; default: all are answered on this thread. */
  readonly before?: RequestHandler;
}

/** Serves the routes of one history. Rejects when it cannot listen. */
export async function serveHistory(
  parts: HistoryParts,
  { host, port, logger, before }: ListenOptions,
): Promise<ServedHistory> {
  const app = await createApplication(
    HistoryModule.forRoot(parts),
    logger,
    before === undefined ? {} : { before },
  );
  const server = app.getHttpServer() as Server;
  try {
    // Not by Nest's listen, which logs a port that is taken in its own words before it throws.
    await app.init();
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    await app.close();
    return listenFailure('HISTORY_PORT', 'HISTORY_HOST', host, port)(error as NodeJS.ErrnoException);
  }
  const stream =
    parts.events &&
    new StreamServer(server, {
      chain: parts.source.chain,
      reader: parts.reader,
      decoder: app.get(Decoder),
      events: parts.events,
      buffer: parts.streamBuffer ?? STREAM_BUFFER,
      logger,
    });
  const abis = app.get(AbiCache);
  const unsubscribe = parts.events?.subscribe({
    committed: () => undefined,
    // A fork may take back what showed that the ABI of a node is valid; a reset uses sequences again.
    undone: () => abis.forget(),
  });
  void parts.events?.watched().then(() => abis.forget());
  const { port: boundPort } = server.address() as AddressInfo;
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shownHost}:${boundPort}`,
    server,
    close: async () => {
      unsubscribe?.();
      await stream?.close();
      // Of a connection whose request is being answered: it ends behind the answer.
      server.keepAliveTimeout = 1;
      await app.close();
    },
  };
}
