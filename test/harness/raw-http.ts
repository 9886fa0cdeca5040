import { connect, type Socket } from 'node:net';

/** The complete answer of a server to raw bytes until it closes the connection; empty without an answer. */
export const exchange = (port: number, bytes: string | Buffer): Promise<string> =>
  answerTo(port, (socket) => socket.write(bytes));

/** The same for a client that ends its half of the connection behind these bytes. */
export const exchangeHalfClosed = (port: number, bytes: string): Promise<string> =>
  answerTo(port, (socket) => socket.end(bytes));

function answerTo(port: number, send: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      send(socket);
    });
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    // A server that refuses may reset the connection while bytes are still in transit.
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

/** The status of each answer on a connection, interim ones (1xx) included. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** The body of the one answer in `text`. */
export const bodyIn = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);
