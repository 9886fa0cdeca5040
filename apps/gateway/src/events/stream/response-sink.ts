import type { ServerResponse } from 'node:http';
import { type StreamPosition, writeEventId } from './event-id';
import type { EventSink, StreamEvent } from './event-sink';
import { eventText, FIRST_LINES } from './event-text';

/** Bytes that wait for a client that does not read. One that has more is ended. */
export const MAX_WAITING_BYTES = 256 * 1024;

/** The connection of a client, as server-sent events. */
export class ResponseSink implements EventSink {
  constructor(private readonly response: ServerResponse) {}

  open(): void {
    this.response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
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
