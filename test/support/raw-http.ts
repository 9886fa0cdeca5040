import { connect } from 'node:net';

/** Everything a server answers to raw bytes until it closes the connection; empty when it answers nothing. */
export function exchange(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    // A server that refuses may reset the connection while bytes are still on their way.
    socket.on('error', () => undefined).on('close', () => resolve(text));
  });
}

/** The status of each answer in what a connection carried, interim ones (1xx) included. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** The body of the one answer in `text`. */
export const bodyIn = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4);
