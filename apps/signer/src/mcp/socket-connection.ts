import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Socket } from 'node:net';

/** A call is small: an agent must not fill the memory of the signer. */
const LARGEST_MESSAGE_BYTES = 1024 * 1024;
/** Without a session after this time, a connection only takes the place of an agent. */
const OPENING_MS = 30_000;
/** Answers that a client has not read this long after its session are lost. */
const LAST_ANSWERS_MS = 5_000;

/** Ends the connection with its session: one that is only paused would count against the most connections for ever. */
class SocketTransport extends StdioServerTransport {
  constructor(private readonly socket: Socket) {
    super(socket, socket, { maxBufferSize: LARGEST_MESSAGE_BYTES });
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
 * Serves MCP on one connection, until its client or its session ends it.
 * @param openingMs time until it has a session
 */
export function serveConnection(socket: Socket, serverOf: () => McpServer, openingMs = OPENING_MS): void {
  const opening = setTimeout(() => socket.destroy(), openingMs).unref();
  // The first message that is one of MCP, in either generation of the protocol, asks for a server.
  const onSession = () => {
    clearTimeout(opening);
    return serverOf();
  };
  const handle = serveStdio(onSession, { transport: new SocketTransport(socket) });
  socket.once('error', () => socket.destroy());
  socket.once('close', () => {
    clearTimeout(opening);
    handle
      .close()
      .catch((error: unknown) => process.stderr.write(`a session did not end: ${String(error)}\n`));
  });
}
