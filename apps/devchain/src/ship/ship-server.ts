import type { AddressInfo } from 'node:net';
import { ValueError } from '@app/antelope';
import { WebSocket, WebSocketServer } from 'ws';
import { listenFailure } from '../http/listen-failure';
import type { Address, Served } from '../http/serve';
import type { Chain } from '../kernel/chain';
import type { BlockRecorder } from './block-recorder';
import { PROTOCOL_ABI_TEXT } from './protocol/protocol-abi';
import { BlockSource } from './session/block-source';
import { Session } from './session/session';

/** Requests are short; the largest is a list of block positions. */
const MAX_REQUEST_BYTES = 1_048_576;
const MAX_SESSIONS = 100;
/** Codes of the websocket protocol. */
const CLOSE = { goingAway: 1001, unsupported: 1003, tryAgainLater: 1013 } as const;
/** Lets a reader tell this server from a node: its blocks can be rewound below the last irreversible one. */
const SERVER_HEADER = 'server: state_history/devchain';

export interface ShipServerOptions {
  readonly chain: Chain;
  readonly recorder: BlockRecorder;
  /** Whether the first entry has the state alone, as on a node that was started from a snapshot. */
  readonly isFromSnapshot: boolean;
  readonly logFailure: (what: string, error: unknown) => void;
}

/** Serves state history, protocol version 0, over a websocket. Throws DevchainSetupError when it cannot listen there. */
export async function serveShip(address: Address, options: ShipServerOptions): Promise<Served> {
  const { chain, recorder, isFromSnapshot, logFailure } = options;
  const server = new WebSocketServer({
    ...address,
    maxPayload: MAX_REQUEST_BYTES,
    perMessageDeflate: false,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error) => reject(listenFailure(error, address, 'DEVCHAIN_SHIP_PORT')));
  });
  server.removeAllListeners('error').on('error', (error) => logFailure('the state-history socket', error));
  const source = new BlockSource(chain, recorder, isFromSnapshot);
  const sessions = new Set<Session>();
  const endListening = recorder.listen({
    appended: () => sessions.forEach((session) => session.schedule()),
    replaced: (fromNum) => sessions.forEach((session) => session.rewind(fromNum)),
  });
  server.on('headers', (headers) => headers.push(SERVER_HEADER));
  server.on('connection', (socket) => {
    if (sessions.size === MAX_SESSIONS) return socket.close(CLOSE.tryAgainLater, 'too many readers');
    const session = new Session(messageSocket(socket), source);
    sessions.add(session);
    socket.on('message', (data: Buffer) => receive(socket, session, data));
    socket.on('close', () => {
      session.close();
      sessions.delete(session);
    });
    socket.on('error', (error) => logFailure('a state-history session', error));
    socket.send(PROTOCOL_ABI_TEXT);
  });
  const { port } = server.address() as AddressInfo;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `ws://${host}:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        endListening();
        for (const socket of server.clients) end(socket);
        server.close(() => resolve());
      }),
  };
}

const messageSocket = (socket: WebSocket) => ({
  get bufferedAmount() {
    return socket.bufferedAmount;
  },
  send: (message: Uint8Array, sent: () => void) => socket.send(message, () => sent()),
});

function receive(socket: WebSocket, session: Session, data: Uint8Array): void {
  try {
    session.receive(data);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    socket.close(CLOSE.unsupported, error.message.slice(0, 100));
  }
}

/** A reader that does not answer the close is cut off. */
function end(socket: WebSocket): void {
  socket.close(CLOSE.goingAway, 'the chain ends');
  setTimeout(() => socket.terminate(), 500).unref();
}
