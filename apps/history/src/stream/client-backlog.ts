import type { Socket } from 'socket.io';

/** Messages of the past that may wait for a client: each holds a page. */
const MAX_WAITING_PAGES = 8;

/** Messages that the connection has not written yet. */
export const unread = (socket: Socket): number =>
  (socket.conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length;

/**
 * Resolves when few enough messages wait for more to be sent, or when the client disconnected.
 * @param isLive whether the client was sent the past: it may leave `buffer` messages unread then
 */
export async function readyForMore(socket: Socket, isLive: boolean, buffer: number): Promise<void> {
  const most = isLive ? buffer : Math.min(MAX_WAITING_PAGES, buffer);
  while (socket.connected && unread(socket) >= most)
    await new Promise<void>((resolve) => {
      const done = (): void => {
        socket.conn.off('drain', done);
        socket.conn.off('close', done);
        resolve();
      };
      socket.conn.once('drain', done);
      socket.conn.once('close', done);
    });
}
