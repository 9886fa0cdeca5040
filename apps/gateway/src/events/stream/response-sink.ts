import type { ServerResponse } from 'node:http';
import { type StreamPosition, writeEventId } from './event-id';
import type { EventSink, StreamEvent } from './event-sink';

/** Pause after which a client connects again, in milliseconds. Clients keep their own when they are sent none. */
const RETRY_MS = 1_000;

/** The first lines of a stream. */
const FIRST_LINES = `retry: ${RETRY_MS}\n\n`;

/** An event in the form of server-sent events. `data` is one line. Source: HTML Living Standard, 9.2. */
function eventText(event: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

/** Bytes that wait for a client that does not read. One that has more is ended. */
export const MAX_WAITING_BYTES = 256 * 1024;

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Answers a HEAD request: Node sends no header before the end of an answer without a body, which a stream has not. */
export function sendStreamHead(response: ServerResponse): void {
  response.writeHead(200, HEADERS).end();
}

/** The connection of a client, as server-sent events. */
export class ResponseSink implements EventSink {
  constructor(private readonly response: ServerResponse) {}

  open(): void {
    this.response.writeHead(200, HEADERS);
    this.response.write(FIRST_LINES);
  }

  /** Unbounded: a client that does not read is ended. */
  room(): number {
    return Infinity;
  }

  get isOverrun(): boolean {
    return this.response.writableLength > MAX_WAITING_BYTES;
  }

  send({ event, data }: StreamEvent, position: StreamPosition): void {
    this.response.write(eventText(event, JSON.stringify(data), writeEventId(position)));
  }

  end({ event, data }: StreamEvent): void {
    this.response.end(eventText(event, JSON.stringify(data)));
  }
}
