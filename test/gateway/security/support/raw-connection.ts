import { connect, type Socket } from 'node:net';

/** A TCP connection that can send any bytes. */
export interface RawClient {
  readonly socket: Socket;
  /** All bytes received so far. */
  received(): string;
  /** Resolves with all received bytes once they match or the connection is closed. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with all received bytes when the connection is closed. */
  closed(): Promise<string>;
}

export function rawClient(port: number, text = ''): RawClient {
  let received = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  // A server that ends a connection resets it when the client still sends.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  const until = (pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (pattern.test(received)) resolve(received);
      };
      socket.on('data', look);
      void closed.then(resolve);
      look();
    });
  return { socket, received: () => received, until, closed: () => closed };
}

/** The value of a metric without labels, or the sum over its labels. */
export async function metric(managementUrl: string, name: string): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}
