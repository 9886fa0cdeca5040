import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { OpenConnections } from './open-connections';

/** Interval of the check for quiet connections while the port closes. */
const LOOK_EVERY_MS = 50;
/** A connection without a request is closed when none has brought a byte for this long. */
const QUIET_MS = 500;
/** Bounds the wait for a turn of the event loop that accepts no connection. */
const MAX_TURNS = 1_000;

/**
 * Closes the port and answers every request on a connection that was accepted: on a connection that is
 * kept, the next request is answered with `Connection: close` (the caller sees to that) rather than refused by a
 * closed socket. A connection on which nothing arrives for half a second is closed. Node's own `close` would end idle
 * connections at once, and with them requests that are on their way.
 * @returns whether all requests were finished within `drainMs`
 */
export async function closeServer(
  server: Server,
  connections: OpenConnections,
  drainMs: number,
): Promise<boolean> {
  await acceptWaiting(connections);
  const closed = new Promise<true>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve(true));
  });
  const stopLooking = closeWhenQuiet(server, connections);
  const timeout = new AbortController();
  const isComplete = await Promise.race([
    closed,
    delay(drainMs, false, { signal: timeout.signal }).catch(() => false),
  ]);
  timeout.abort();
  stopLooking();
  server.closeAllConnections();
  await closed;
  return isComplete;
}

/** The kernel holds connections that were opened and not accepted yet; it resets them when the port closes. */
async function acceptWaiting(connections: OpenConnections): Promise<void> {
  let before = -1;
  for (let turn = 0; turn < MAX_TURNS && before !== connections.accepted; turn += 1) {
    before = connections.accepted;
    await nextTurn();
  }
}

function closeWhenQuiet(server: Server, connections: OpenConnections): () => void {
  let activity = '';
  let quietMs = 0;
  const look = setInterval(() => {
    const now = connections.activity();
    quietMs = now === activity ? quietMs + LOOK_EVERY_MS : 0;
    activity = now;
    if (quietMs < QUIET_MS) return;
    server.closeIdleConnections();
    connections.closeSilent();
  }, LOOK_EVERY_MS);
  return () => clearInterval(look);
}
