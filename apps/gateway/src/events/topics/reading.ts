/** One event of a topic, and where the topic stands behind it. */
export interface TopicEvent {
  /** Type of the event. */
  readonly event: string;
  /** Content, with what all events have in common added by the stream. */
  readonly data: object;
  readonly cursor: string;
}

/** The events that a client is sent that stood at a cursor, and where it stands then. */
export interface Step {
  /** Where a client that begins here stands before the events. */
  readonly start: string;
  readonly events: readonly TopicEvent[];
  readonly cursor: string;
  /** An event takes back what a client was sent: a fork did that, or a node did not have it yet. */
  readonly takesBack?: boolean;
  /** Newest block of the rows that it is made of, where they state one. */
  readonly newestBlock?: number | undefined;
}

/**
 * The state of a topic as it was read once, for all of its clients.
 * @param cursor where a client stands; undefined: it begins here
 */
export type Reading = ((cursor: string | undefined) => Step | Promise<Step>) & {
  /** Nothing is known of the subject: it may be looked at less often. */
  readonly isIdle?: boolean;
};

/** The cursors of a kind of topic. */
export interface CursorForm {
  /** Whether a client that begins later misses something: values are sent as they are now. */
  readonly isLog: boolean;
  readonly longest: number;
  isCursor(text: string): boolean;
}
