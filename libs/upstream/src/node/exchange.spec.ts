import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { UpstreamNode } from './upstream-node';

const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
/** Fills about a buffer of the connection: the byte behind it keeps that. */
const PADDING = 'x'.repeat(60_000);
const CHUNKS = 2_000;
/** All that was read would be twice as much. */
const MOST_BYTES = (CHUNKS * PADDING.length) / 2;

function keptBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

describe('the answer of a node', () => {
  it('an answer with a byte in each chunk is read whole, and keeps little besides its bytes', async () => {
    const before = keptBytes();
    let kept = 0;
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write(HEAD);
        const send = (left: number): void => {
          if (left > 0) return void socket.write(`1;${PADDING}\r\n${left % 10}\r\n`, () => send(left - 1));
          kept = keptBytes() - before;
          socket.write('0\r\n\r\n');
        };
        send(CHUNKS);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const node = new UpstreamNode({ url, label: 'one' }, { deadlinesMs: { table: 60_000 } });
    const { bytes } = await node.request({ method: 'GET', path: '/', call: 'table' });
    expect(bytes.toString()).toBe('0987654321'.repeat(CHUNKS / 10));
    expect(kept).toBeLessThan(MOST_BYTES);
    await node.close();
    server.close();
  });
});
