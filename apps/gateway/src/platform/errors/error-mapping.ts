import { ValueError } from '@app/antelope';
import { NetworkNotConfiguredError } from '@app/networks';
import { UnknownFeedError } from '@app/prices';
import { RateLimitedError } from '@app/rate-limit';
import { toolErrorBecause } from '@app/chain-tools';
import { ToolError } from '@app/tooling';
import {
  AnswerTooLargeError,
  BlockNotReachedError,
  ConsistencyRefusedError,
  NodeAnswerError,
  NoHistoryError,
  NodesDisagreeError,
  shortened,
  UnconfirmedAnswerError,
  UnreadableAnswerError,
  UnreadableRowError,
  UpstreamUnavailableError,
} from '@app/upstream';

/** Most characters of a text that someone else wrote, or that repeats what was sent in. */
const MAX_FOREIGN_CHARACTERS = 500;
/** Most characters of any message: many things may be wrong at once. */
const MAX_MESSAGE_CHARACTERS = 4096;

const truncated = (text: string): string => shortened(text, MAX_FOREIGN_CHARACTERS);

type Mapping = (error: unknown) => ToolError | undefined;

const mapping =
  <E extends Error>(type: abstract new (...args: never[]) => E, toRow: (error: E) => ToolError): Mapping =>
  (error) =>
    error instanceof type ? toRow(error) : undefined;

/** Which row of the error table an error of a lib is. A reason never names a node: the log does. */
const MAPPINGS: readonly Mapping[] = [
  mapping(RateLimitedError, (error) =>
    toolErrorBecause(
      error,
      'RATE_LIMITED',
      ...([error.bucket, error.limit, error.retryAfterSeconds] as const),
    ),
  ),
  mapping(ValueError, (error) => toolErrorBecause(error, 'INVALID_ARGUMENTS', truncated(error.message))),
  mapping(NetworkNotConfiguredError, (error) =>
    toolErrorBecause(error, 'NETWORK_NOT_CONFIGURED', error.network),
  ),
  mapping(NodeAnswerError, (error) => toolErrorBecause(error, 'UPSTREAM_REFUSED', truncated(error.reason))),
  mapping(NoHistoryError, (error) => toolErrorBecause(error, 'NO_HISTORY', error.network, error.route)),
  mapping(UpstreamUnavailableError, (error) =>
    toolErrorBecause(error, 'UPSTREAM_UNAVAILABLE', error.network, truncated(error.why)),
  ),
  mapping(ConsistencyRefusedError, (error) => toolErrorBecause(error, 'CONSISTENCY_REFUSED', error.why)),
  mapping(BlockNotReachedError, (error) =>
    toolErrorBecause(error, 'BLOCK_NOT_REACHED', ...([error.network, error.block, error.head] as const)),
  ),
  mapping(NodesDisagreeError, (error) =>
    toolErrorBecause(error, 'NODES_DISAGREE', error.network, truncated(error.why)),
  ),
  mapping(UnconfirmedAnswerError, (error) =>
    toolErrorBecause(error, 'UNCONFIRMED', error.network, error.route),
  ),
  mapping(AnswerTooLargeError, (error) =>
    toolErrorBecause(error, 'UPSTREAM_ANSWER_UNREADABLE', `it is larger than ${error.maxBytes} bytes`),
  ),
  mapping(UnreadableAnswerError, (error) =>
    toolErrorBecause(error, 'UPSTREAM_ANSWER_UNREADABLE', 'it has an unexpected form'),
  ),
  mapping(UnreadableRowError, (error) =>
    toolErrorBecause(error, 'UPSTREAM_ANSWER_UNREADABLE', truncated(error.message)),
  ),
  mapping(UnknownFeedError, (error) => toolErrorBecause(error, 'NOT_FOUND', truncated(error.message))),
];

/**
 * Maps any error to one row of the error table, without internal details. An unexpected error is
 * INTERNAL, with itself as the cause; clients see nothing of it.
 */
export function asToolError(error: unknown): ToolError {
  if (error instanceof ToolError) return withinBound(error);
  for (const map of MAPPINGS) {
    const known = map(error);
    if (known !== undefined) return known;
  }
  return toolErrorBecause(error, 'INTERNAL');
}

function withinBound(error: ToolError): ToolError {
  if (error.message.length <= MAX_MESSAGE_CHARACTERS) return error;
  return new ToolError(error.kind, shortened(error.message, MAX_MESSAGE_CHARACTERS), error, { cause: error });
}
