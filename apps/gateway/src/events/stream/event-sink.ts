import type { TopicPart } from '../reads/topic-reads';
import type { StreamPosition } from './event-id';

/** An event of a stream. */
export interface StreamEvent {
  readonly event: string;
  readonly data: object;
  /** Undefined: it is of the whole stream. */
  readonly part?: TopicPart;
  /** Where the part stands behind it; undefined: it does not move. */
  readonly cursor?: string;
}

/** Where the events of a stream go: to the connection of a client, or to a webhook. */
export interface EventSink {
  open(): void;
  /** Events of a part that it takes now; the others are found again by a later reading. */
  room(part: TopicPart): number;
  /** Whether so much waits for its reader that the stream has to end. */
  readonly isOverrun: boolean;
  /** @param position of the stream behind the event: the next event changes it */
  send(event: StreamEvent, position: StreamPosition): void;
  /** Takes the last event. */
  end(event: StreamEvent): void;
}
