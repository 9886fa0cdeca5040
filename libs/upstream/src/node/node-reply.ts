import { NodeFailure } from './errors';
import { refusalOf } from './node-error-body';
import type { NodeReply } from './node-request';
import { isWholeAnswer } from './whole-answer';

/** Parsed JSON that no schema has validated yet. */
export type Raw = unknown;

/**
 * Returns the JSON of a successful response.
 * @throws NodeAnswerError when the node refused; NodeFailure when the response is not a node's answer:
 *   HTML of a proxy, broken JSON, Busy, an error without a known body.
 */
export function classifyResponse(label: string, reply: NodeReply): Raw {
  const { status } = reply;
  const body = parsed(reply.bytes);
  const isSuccess = status >= 200 && status < 300;
  const refusal = refusalOf(status, body);
  if (refusal !== undefined) throw refusal;
  if (isSuccess && body !== undefined) return body;
  // A node sends a 4xx or Busy before it processes the request; any other failure leaves that open.
  const isRejectedEarly = (status >= 400 && status < 500) || (status === 503 && body !== undefined);
  throw new NodeFailure(label, whyUnusable(status, isSuccess), { mayHaveArrived: !isRejectedEarly });
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

/** Whether a response is a script, as its request wants it. */
export function isScript({ status, contentType }: NodeReply): boolean {
  return status === 200 && /javascript/i.test(contentType);
}

function whyUnusable(status: number, isSuccess: boolean): string {
  if (isSuccess) return 'answered with something that is not JSON';
  if (status === 429 || status === 503) return `is busy (HTTP ${status})`;
  return `answered HTTP ${status} without a node's error body`;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
