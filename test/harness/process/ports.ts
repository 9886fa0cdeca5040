import { createServer, type AddressInfo } from 'node:net';

/** Free ports: `count` consecutive ones (the second chain uses the next port). */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    const first = await portOf(0);
    const rest = await Promise.all(
      Array.from({ length: count - 1 }, (_unused, index) => portOf(first + index + 1).catch(() => undefined)),
    );
    if (rest.every((port) => port !== undefined)) return first;
  }
}

function portOf(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
