import { RateLimitedError } from '@app/rate-limit';
import { AnswerTooLargeError, UpstreamUnavailableError } from '@app/upstream';
import { refusalOf } from '../../../platform/errors/refusal';
import { BUSY, MirrorError } from './node-error';

const RATE_LIMITED = { ...BUSY, code: 429 };

/** Any error as one that the clients of a node can read. Names no node: the log does. */
export function asMirrorError(error: unknown): MirrorError {
  if (error instanceof MirrorError) return error;
  if (error instanceof UpstreamUnavailableError) {
    const message = `no node of ${error.network} can answer: ${error.why}`;
    return new MirrorError(503, message, BUSY, { cause: error });
  }
  if (error instanceof AnswerTooLargeError) {
    const message = `the answer of the node is larger than ${error.maxBytes} bytes; ask for less`;
    return new MirrorError(502, message, undefined, { cause: error });
  }
  const { status, message, headers } = refusalOf(error);
  const kind = error instanceof RateLimitedError ? RATE_LIMITED : undefined;
  return new MirrorError(status, message, kind, { cause: error, headers });
}
