import { jsonOf } from '@app/antelope';
import { NodeFailure } from './errors';
import { isTooDeep } from './nesting';
import { refusalOf } from './node-error-body';
import type { NodeReply } from './node-request';
import { isWholeAnswer } from './whole-answer';

/** Parsed JSON that no schema has validated yet. */
export type Raw = unknown;

/**
 * Returns the JSON of a successful response.
 * @throws NodeAnswerError when the node refused; NodeFailure when the response is not a node's answer:
 *   HTML of a proxy, broken JSON, values nested without end, Busy, an error without a known body.
 */
export function classifyResponse(label: string, reply: NodeReply): Raw {
  const { status } = reply;
  const body = isTooDeep(reply.bytes) ? undefined : jsonOf(reply.bytes.toString('utf8'));
  const isSuccess = status >= 200 && status < 300;
  const refusal = refusalOf(status, body);
  if (refusal !== undefined) throw refusal;
  if (isSuccess && body !== undefined) return body;
  // Every status leaves open whether the request was processed: nodeos checks its limits again when the answer is
  // ready and sends Busy instead of it, and a proxy answers for a node that it lost.
  throw new NodeFailure(label, whyUnusable(status, isSuccess), {
    mayHaveArrived: true,
    isHttpAnswer: true,
    isRefusedPage: status >= 400 && status < 500,
  });
}

/** From this size on it pays not to parse an answer. */
const LARGE_BYTES = 8_192;

/**
 * As classifyResponse, for a caller that hands the bytes on: a large answer is checked without being parsed, and the
 * result is undefined then.
 */
export function checkResponse(label: string, reply: NodeReply): Raw {
  const { status, bytes } = reply;
  const isLarge = bytes.length >= LARGE_BYTES && status >= 200 && status < 300;
  return isLarge && isWholeAnswer(bytes) ? undefined : classifyResponse(label, reply);
}

function whyUnusable(status: number, isSuccess: boolean): string {
  if (isSuccess) return 'answered with something that is not JSON';
  if (status === 429 || status === 503) return `is busy (HTTP ${status})`;
  return `answered HTTP ${status} without a node's error body`;
}
