import { jsonOf } from '@app/antelope';
import { z } from 'zod';
import { MAX_ID_CHARACTERS, readEventId, writeEventId } from '../../events/stream/event-id';

/** A message of a log as it was sent, or is sent next. */
export interface KeptMessage {
  readonly id: string;
  readonly body: string;
  /** Digest of the part that it moves. */
  readonly part: string;
  readonly number: number;
  readonly cursor: string;
}

/** Where the receiver of a webhook stands: what it has accepted. */
export interface WebhookPosition {
  /** Names the beginning from which its events are counted: 16 hex digits. */
  readonly epoch: string;
  /** Id of the last event, as a client of the stream has it. */
  readonly eventId: string;
  /** Events that it accepted of each part. */
  readonly counts: Readonly<Record<string, number>>;
  /**
   * The message of a log behind them, which may have arrived. It is sent again as it is, and the stream continues behind
   * it: a fork that takes it back is seen then.
   */
  readonly next?: KeptMessage | undefined;
  /** Digests of the parts that were reported to it as unavailable, and not yet as available again. */
  readonly unavailable?: readonly string[] | undefined;
}

/** Parts are bounded by the length of an id. */
const MAX_PARTS = 512;
/** Longer than any position. */
export const MAX_POSITION_BYTES = 64 * 1024;
/** Longer than any message of a log. */
const MAX_KEPT_CHARACTERS = 16 * 1024;

const keptMessage = z.strictObject({
  id: z.string().regex(/^msg_[\w-]{32}$/),
  body: z.string().max(MAX_KEPT_CHARACTERS),
  part: z.string().max(16),
  number: z.int().positive(),
  cursor: z.string().max(MAX_ID_CHARACTERS),
});

const schema = z.strictObject({
  epoch: z.string().regex(/^[0-9a-f]{16}$/),
  eventId: z.string().max(MAX_ID_CHARACTERS),
  counts: z
    .record(z.string().max(16), z.int().nonnegative())
    .refine((counts) => Object.keys(counts).length <= MAX_PARTS),
  next: keptMessage.optional(),
  unavailable: z.array(z.string().max(16)).max(MAX_PARTS).optional(),
});

export const positionText = (position: WebhookPosition): string => JSON.stringify(position);

/** Undefined for a text that no gateway has written. */
export function positionIn(text: string): WebhookPosition | undefined {
  const read = schema.safeParse(jsonOf(text));
  return read.success ? read.data : undefined;
}

/** The id behind which the stream of a position continues. */
export function continuedId({ eventId, next }: WebhookPosition): string {
  const position = readEventId(eventId);
  if (next === undefined || position === undefined) return eventId;
  return writeEventId({ ...position, cursors: new Map(position.cursors).set(next.part, next.cursor) });
}

/** Where the receiver stands once it has accepted the message of the log behind a position. */
export function behindNext({ next, ...position }: WebhookPosition): WebhookPosition {
  if (next === undefined) return position;
  const counts = { ...position.counts, [next.part]: next.number };
  return { ...position, eventId: continuedId({ ...position, next }), counts };
}
