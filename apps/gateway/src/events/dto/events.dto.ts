import { NetworkInput } from '@app/chain-tools';
import { IntegerField, TextField } from '@app/tooling';
import { MAX_ID_CHARACTERS } from '../stream/event-id';

/** Longest list of topics: ids of transactions are the longest ones. */
const MAX_TOPICS_CHARACTERS = 2_048;
const MAX_LIMIT = 1_000_000;

/** The query of GET /v1/events. */
export class EventsInput extends NetworkInput {
  @TextField({
    minLength: 1,
    maxLength: MAX_TOPICS_CHARACTERS,
    description: 'Topics, separated by commas',
    example: 'head,price',
  })
  topics!: string;

  @TextField({
    optional: true,
    maxLength: MAX_ID_CHARACTERS,
    description:
      'Id of the last event of an earlier stream, for clients that cannot send the header Last-Event-ID',
  })
  last_event_id?: string;

  @IntegerField({
    optional: true,
    minimum: 1,
    maximum: MAX_LIMIT,
    description: 'Ends the stream after so many events',
  })
  limit?: number;
}
