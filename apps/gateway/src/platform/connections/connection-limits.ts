import { toolError } from '@app/chain-tools';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Peer } from '@app/rate-limit';
import { rawRefusal } from '../../http/client-error';
import { SlowReaders, type SlowReaderLimits } from './slow-readers';

export interface ConnectionLimits extends SlowReaderLimits {
  /** Connections over all clients; 0 turns the limit off. */
  readonly connections: number;
  /** Connections of one client; 0 turns the limit off. Those of trusted proxies are many clients' and not bounded. */
  readonly connectionsPerAddress: number;
}

type Refused = (reason: 'total' | 'address' | 'slow reader') => void;

/** Bounds the connections of a server, all together and of one client, and ends those that do not read. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  peerOf: (remoteAddress: string | undefined) => Peer,
  onRefused: Refused,
): void {
  const open = new Map<string, number>();
  const readers = new SlowReaders(limits, () => onRefused('slow reader'));

  if (limits.connections > 0) server.maxConnections = limits.connections;
  server.on('drop', () => onRefused('total'));
  server.on('close', () => readers.stop());
  server.on('connection', (socket: Socket) => {
    readers.watch(socket);
    const { client, isTrusted } = peerOf(socket.remoteAddress);
    if (isTrusted || limits.connectionsPerAddress === 0) return;
    const count = (open.get(client) ?? 0) + 1;
    if (count > limits.connectionsPerAddress) {
      onRefused('address');
      socket.write(rawRefusal(toolError('TOO_MANY_CONNECTIONS')));
      socket.destroySoon();
      return;
    }
    open.set(client, count);
    socket.once('close', () => {
      const remaining = (open.get(client) ?? 1) - 1;
      if (remaining > 0) open.set(client, remaining);
      else open.delete(client);
    });
  });
}
