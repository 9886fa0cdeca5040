import type { Clock, RandomBelow } from '@app/operations';
import type { EventSources } from '../events/event-sources';
import type { Delivery } from './messages/webhook-post';

/** Parts of the gateway that webhooks use. */
export interface WebhookParts {
  readonly sources: EventSources;
  readonly clock: Clock;
  readonly random: RandomBelow;
}

/** Reports one webhook. */
export interface WebhookReports {
  onDelivery(delivery: Delivery): void;
  /** Its topics cannot be read yet. */
  onUnreadable(cause: unknown): void;
  /** An error that no code handled. */
  onDefect(error: unknown): void;
}
