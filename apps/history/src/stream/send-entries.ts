import type { Socket } from 'socket.io';
import type { StreamEntry } from './stream-entry';

/** Entries of the past come in pages, new ones each as a text. */
export function sendEntries(
  socket: Socket,
  head: { readonly type: string; readonly reqUUID: string; readonly mode: 'history' | 'live' },
  entries: readonly StreamEntry[],
): void {
  if (head.mode === 'history') {
    const messages = entries.map(({ document }) => document);
    socket.emit('message', { ...head, messages, filtered: messages.length });
    return;
  }
  for (const { text } of entries) socket.emit('message', { ...head, message: text });
}
