import { pino } from 'pino';
import type { Socket } from 'socket.io';
import { endSlowClient } from './end-slow-client';

test('a client that reads too slowly gets the reason, and its connection is closed though it reads nothing more', () => {
  jest.useFakeTimers();
  const told: unknown[] = [];
  const closed: unknown[] = [];
  const socket = {
    emit: (...event: unknown[]) => told.push(event),
    disconnect: (isClosed: boolean) => told.push(isClosed),
    conn: { close: (isDiscarded: boolean) => closed.push(isDiscarded) },
  } as unknown as Socket;
  endSlowClient(socket, { messages: 7, length: 9 }, { buffer: 5, logger: pino({ level: 'silent' }) });
  expect(told).toEqual([
    ['error', expect.stringContaining('7 messages are unread, of at most 5, with 9 characters')],
    true,
  ]);
  expect(closed).toEqual([]);
  jest.advanceTimersByTime(5_000);
  expect(closed).toEqual([true]);
  jest.useRealTimers();
});
