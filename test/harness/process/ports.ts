import { createServer } from 'node:net';

/** Below the ports that the system gives to clients: none of these is taken by a connection before it is used. */
const LOWEST = 10_000;
/** Ports of one Jest worker. */
const BLOCK = 500;
/** The highest port is below 20000: a node of a Redis Cluster also listens 10000 above its port. */
const BLOCKS = 20;

/** SPECS_PORT_BLOCK of a run beside another one: the number of blocks that its workers leave to the other. */
const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) + Number(process.env['SPECS_PORT_BLOCK'] ?? 0);
const lowest = LOWEST + (worker % BLOCKS) * BLOCK;
/** Another run on this machine has the same workers, and begins elsewhere. */
let next = Math.floor(Math.random() * BLOCK);

/** Free ports that no other worker of this run uses: `count` consecutive ones (the second chain uses the next port). */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    if (next + count > BLOCK) next = 0;
    const first = lowest + next;
    next += count;
    const ports = Array.from({ length: count }, (_unused, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
