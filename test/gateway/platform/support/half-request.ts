import { once } from 'node:events';
import { connect } from 'node:net';

/** A request in flight: its answer can come only after `finish`. */
export interface HalfRequest {
  /** Sends the second half. Resolves to the whole answer when the connection is closed. */
  finish(): Promise<string>;
  destroy(): void;
}

/** Sends the first half of a request, and resolves when the gateway is reading it. */
export async function halfRequest(port: number): Promise<HalfRequest> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  const half = 'POST /v1/tools/get_account HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{"acco';
  await new Promise<void>((resolve) => socket.write(half, () => resolve()));
  // Asked later, on another connection: the half is being read by now.
  await fetch(`http://127.0.0.1:${port}/health`, { headers: { connection: 'close' } });
  return {
    finish: async () => {
      socket.write('unt":"NOT A NAME"');
      await closed;
      return answer;
    },
    destroy: () => socket.destroy(),
  };
}
