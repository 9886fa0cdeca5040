import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { StreamEvent } from '../../events/stream/event-sink';

/** A message as a receiver gets it, however often it is sent. */
export interface WebhookMessage {
  /** The same for each delivery of an event, also by another replica. */
  readonly id: string;
  readonly body: string;
}

/** Distinguishes an event from all others of its webhook. */
export interface EventPlace {
  readonly network: string;
  readonly webhook: string;
  /** Of the beginning that it is counted from. */
  readonly epoch: string;
  /** The part of a topic in whose order it stands. */
  readonly part: string;
  readonly number: number;
}

/**
 * A message of an event. Its id states the place of the event and what it says, so that an event which is found again
 * has its id again, and another event in its place has not: of a value what makes it another one, of a log the content.
 */
export function messageOf(
  { event, data, part, cursor }: StreamEvent,
  place: EventPlace,
  atMs: number,
): WebhookMessage {
  const content = part?.cursors.isLog === false && cursor !== undefined ? cursor : data;
  const { network, webhook, epoch, number } = place;
  const identity = JSON.stringify([network, webhook, epoch, place.part, number, event, content]);
  return {
    id: `msg_${createHash('sha256').update(identity).digest('base64url').slice(0, 32)}`,
    body: JSON.stringify({ type: event, timestamp: new Date(atMs).toISOString(), data }),
  };
}

/** The headers of a delivery: signed now, by each of the secrets. Source: Standard Webhooks 1.0, "Webhook headers". */
export function deliveryHeaders(
  { id, body }: WebhookMessage,
  secrets: readonly string[],
  nowMs: number,
): Record<string, string> {
  const now = new Date(nowMs);
  return {
    'content-type': 'application/json',
    'user-agent': 'chain-tool-gateway',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
