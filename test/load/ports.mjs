// Ports for the processes of a benchmark.
import { createServer } from 'node:net';

/**
 * Above the ports of the specs, and below those that the system gives to clients: no connection takes one of these
 * before its server listens.
 */
const LOWEST = 30_000;
const COUNT = 2_700;
/** Another run on this machine begins elsewhere. */
let next = Math.floor(Math.random() * COUNT);

/** A free port that this process has not been given before, unless it has been given all of them. */
export async function freePort() {
  for (;;) {
    const port = LOWEST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
