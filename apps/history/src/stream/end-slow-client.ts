import type { Logger } from '@app/operations';
import type { Socket } from 'socket.io';
import { type ClientBacklog, MAX_UNREAD_LENGTH, MAX_UNREAD_OF_ALL } from './client-backlog';

/** A client that was disconnected has so long to read the reason. */
const END_MS = 5_000;

/** Disconnects a client that leaves too much unread. The reason is sent behind all of that. */
export function endSlowClient(
  socket: Socket,
  { messages, length }: Pick<ClientBacklog, 'messages' | 'length'>,
  { buffer, logger }: { readonly buffer: number; readonly logger: Logger },
): void {
  const ofOne = `${messages} messages are unread, of at most ${buffer}, with ${length} characters, of at most ${MAX_UNREAD_LENGTH}`;
  logger.warn({ unread: messages, characters: length }, 'stream client disconnected: it reads too slowly');
  socket.emit('error', `the client reads too slowly: ${ofOne}, and ${MAX_UNREAD_OF_ALL} of all clients`);
  socket.disconnect(true);
  // The connection waits for all that is unread: a client that answers pings and reads nothing would keep it.
  setTimeout(() => socket.conn.close(true), END_MS).unref();
}
