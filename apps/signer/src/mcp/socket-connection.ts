import type { JSONRPCMessage, McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Socket } from 'node:net';
import { report } from '../visible-json';

/** A call is small: an agent must not fill the memory of the signer. */
const LARGEST_MESSAGE_BYTES = 1024 * 1024;
/** Answers wait in memory until the client reads them. */
const MOST_UNREAD = 64;
const MOST_UNREAD_BYTES = 4 * 1024 * 1024;
const MOST_SUBSCRIPTIONS = 8;
/** Answers that a client has not read this long after its session are lost. */
const LAST_ANSWERS_MS = 5_000;
const NEW_LINE = 0x0a;

/** Times that a client has on a connection. */
interface Times {
  /** Until it has a session: without one, a connection only takes the place of an agent. */
  readonly openingMs: number;
  /** From the first byte of a message to its last one. */
  readonly messageMs: number;
}
const TIMES: Times = { openingMs: 30_000, messageMs: 30_000 };

/** Ends the connection with its session: one that is only paused would count against the most connections without end. */
class SocketTransport extends StdioServerTransport {
  /** Answers that the client has not read. */
  #unread = 0;

  constructor(private readonly socket: Socket) {
    super(socket, socket, { maxBufferSize: LARGEST_MESSAGE_BYTES });
    // Each of them listens on the socket until it is read.
    socket.setMaxListeners(2 * MOST_UNREAD);
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    if (this.#unread >= MOST_UNREAD || this.socket.writableLength > MOST_UNREAD_BYTES) {
      this.socket.destroy();
      return;
    }
    this.#unread += 1;
    try {
      await super.send(message);
    } finally {
      this.#unread -= 1;
    }
  }

  override async close(): Promise<void> {
    await super.close();
    if (this.socket.destroyed) return;
    this.socket.destroySoon();
    const timer = setTimeout(() => this.socket.destroy(), LAST_ANSWERS_MS).unref();
    this.socket.once('close', () => clearTimeout(timer));
  }
}

/**
 * Serves MCP on one connection, until its client or its session ends it, or the client keeps to no bound.
 * @param times default: half a minute each
 */
export function serveConnection(socket: Socket, serverOf: () => McpServer, times = TIMES): void {
  const end = () => socket.destroy();
  const opening = setTimeout(end, times.openingMs).unref();
  // The first message that is one of MCP, in either generation of the protocol, asks for a server.
  const onSession = () => {
    clearTimeout(opening);
    return serverOf();
  };
  const transport = new SocketTransport(socket);
  const handle = serveStdio(onSession, { transport, maxSubscriptions: MOST_SUBSCRIPTIONS });
  const stopWatching = endAtHalfMessage(socket, times.messageMs);
  socket.once('error', end);
  socket.once('close', () => {
    clearTimeout(opening);
    stopWatching();
    handle.close().catch((error: unknown) => report(`a session did not end: ${String(error)}`));
  });
}

/** Ends a connection whose client leaves a message unfinished, or drips it. */
function endAtHalfMessage(socket: Socket, messageMs: number): () => void {
  let begun: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(begun);
    begun = undefined;
  };
  socket.on('data', (chunk: Buffer) => {
    if (chunk.includes(NEW_LINE)) stop();
    if (chunk.at(-1) !== NEW_LINE) begun ??= setTimeout(() => socket.destroy(), messageMs).unref();
  });
  return stop;
}
