import type { Settings } from '@app/operations';
import { NO_LIMIT } from '@app/rate-limit';
import { type ContextDefinitions } from '@app/chain-tools';
import { MAX_SMALL_BODY_BYTES } from '@app/tooling';

type Limits = Pick<Settings, 'rateLimits' | 'maxBodyBytes' | 'streams' | 'eventStreams'>;

/** Prompts, resources and limits of this gateway, for the page that tells how to connect an agent. */
export function agentFacts(
  { prompts, resources }: Pick<ContextDefinitions, 'prompts' | 'resources'>,
  settings: Limits,
): object {
  return {
    prompts: prompts.map(({ name, title, description, inputSchema }) => ({
      ...{ name, title, description },
      arguments: Object.keys(inputSchema.properties ?? {}),
    })),
    resources: resources.map(({ uri, title, description }) => ({ uri, title, description })),
    limits: limitsOf(settings),
  };
}

/** Null: no limit. */
function limitsOf({ rateLimits, maxBodyBytes, streams, eventStreams }: Limits): object {
  const limit = (value: number) => (value === NO_LIMIT ? null : value);
  return {
    requests_per_minute: Object.fromEntries(
      Object.entries(rateLimits).map(([bucket, value]) => [bucket, limit(value)]),
    ),
    body_bytes: { read: MAX_SMALL_BODY_BYTES, compose: MAX_SMALL_BODY_BYTES, relay: maxBodyBytes.tools },
    streams_per_address: limit(streams.perAddress),
    event_streams_per_address: limit(eventStreams.perAddress),
  };
}
