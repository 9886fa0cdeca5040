import { fail, type NetworkName } from '@app/chain-tools';
import { type DeploymentTerms, readInput } from '@app/tooling';
import { MAX_TOPICS, type Topic, TOPIC_FORMS, topicOf } from '../topics/topic';
import { EventsInput } from './events.dto';

/** A request for events, read. */
export interface EventsRequest {
  readonly network: NetworkName;
  /** Each once. */
  readonly topics: readonly Topic[];
  readonly lastEventId: string | undefined;
  readonly limit: number;
}

/**
 * Reads the query by the rules of tool inputs, which say in one message all that is wrong.
 * @param header the header Last-Event-ID, which stands before the member of the query: a client that connects again
 *   by itself repeats the query
 * @throws ToolError
 */
export function eventsRequest(
  query: Readonly<Record<string, unknown>>,
  header: string | undefined,
  terms: DeploymentTerms | undefined,
): EventsRequest {
  const { limit } = query;
  const isNumber = typeof limit === 'string' && /^\d{1,15}$/.test(limit);
  const read = readInput(EventsInput, isNumber ? { ...query, limit: Number(limit) } : query, terms);
  const input = read as EventsInput;
  return {
    network: input.network,
    topics: topicsOf(input.topics),
    lastEventId: header ?? input.last_event_id,
    limit: input.limit ?? Infinity,
  };
}

/** @throws ToolError naming the first text that is no topic */
export function topicsOf(list: string): Topic[] {
  const texts = [...new Set(list.split(',').map((text) => text.trim()))];
  if (texts.length > MAX_TOPICS)
    fail('INVALID_VALUE', 'topics', `has ${texts.length}, at most ${MAX_TOPICS} are followed`);
  return texts.map(
    (text) =>
      topicOf(text) ?? fail('INVALID_VALUE', 'topics', `${JSON.stringify(text)} is none of: ${TOPIC_FORMS}`),
  );
}
