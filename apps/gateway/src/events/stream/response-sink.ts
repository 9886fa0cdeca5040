import type { ServerResponse } from 'node:http';
import { type StreamPosition, writeEventId } from './event-id';
import type { EventSink, StreamEvent } from './event-sink';
import { eventText, FIRST_LINES } from './event-text';

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
