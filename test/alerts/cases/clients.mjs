// Clients that have too much, and a proxy that nothing names.
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { logLine } from '../look.mjs';
import { CONNECTIONS, STREAMS } from '../releases.mjs';
import { Repeated } from '../repeated.mjs';
import { send, urlOf } from '../traffic.mjs';

/** An address of this machine of its own: other clients keep their connections. */
const GREEDY = '127.0.0.9';
const FORWARDED = '192.0.2.7';

function openSocket(port) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: GREEDY });
  // The gateway ends those above its limit.
  socket.on('error', () => socket.destroy());
  return socket;
}

const connections = {
  name: 'a client opens more connections than it may',
  alerts: { GatewayBoundReached: () => [{ reason: 'address' }] },
  cause(world) {
    const [{ port }] = world.gateway.replicas;
    world.sockets = Array.from({ length: CONNECTIONS * 4 }, () => openSocket(port));
  },
  mended: 'the client is stopped',
  mend({ sockets }) {
    for (const socket of sockets) socket.destroy();
  },
};

async function openStream(url) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/stream/?EIO=4&transport=websocket`);
  await once(socket, 'open');
  return socket;
}

const POLLS = 40;

const streams = {
  name: 'a client opens more streams than it may, by websocket and by polling',
  alerts: { GatewayStreamsRefused: () => [{ network: 'mainnet' }] },
  async cause(world) {
    const url = urlOf(world.other.replicas[0]);
    world.streams = await Promise.all(Array.from({ length: STREAMS }, () => openStream(url)));
    const refused = Array.from({ length: POLLS }, () => fetch(`${url}/stream/?EIO=4&transport=polling`));
    const statuses = (await Promise.all(refused)).map(({ status }) => status);
    if (statuses.some((status) => status !== 429)) throw new Error(`streams: ${statuses.join(' ')}`);
  },
  mended: 'the client ends its streams',
  mend({ streams: open }) {
    for (const socket of open) socket.terminate();
  },
};

const failures = {
  name: 'a client sends one wrong request after another',
  alerts: { GatewayLogLinesDropped: () => [{ reason: 'rate' }] },
  cause(world) {
    const url = urlOf(world.gateway.replicas[0]);
    const wrong = () => send(url, '/v1/tools/get_account', { account: 'NOT A NAME' });
    world.wrong = new Repeated(wrong, 20);
  },
  shows: ({ gateway }) => logLine(gateway.replicas[0], /"status":400/),
  mended: 'the client is stopped',
  mend: ({ wrong }) => wrong.stop(),
};

const proxy = {
  name: 'all clients come through a proxy that TRUSTED_PROXIES does not name',
  alerts: { GatewaySharedClientAddress: () => [{}] },
  cause({ traffic }) {
    traffic.headers = { 'x-forwarded-for': FORWARDED };
  },
  mended: 'TRUSTED_PROXIES names it, and the replicas are started again one after another',
  async mend({ gateway }) {
    for (const replica of gateway.replicas) {
      await replica.stop();
      replica.env = { ...replica.env, TRUSTED_PROXIES: '127.0.0.1' };
      await replica.start();
    }
  },
};

export const CLIENT_CASES = [connections, failures, proxy];
export const STREAM_CASES = [streams];
