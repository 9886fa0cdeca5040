import type { IncomingMessage } from 'node:http';
import { addAbortSignal } from 'node:stream';
import { NodeFailure } from '../node/errors';

/** The answer that opens a stream, or refuses it, is some hundred bytes long. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads the answer of a node that opens a stream, and ends it in any case.
 * @param signal ends it before its end: the deadline of the opening, and the departure of the client
 * @throws NodeFailure for an answer of more than 64 KiB, or one that does not end
 */
export async function readOpeningAnswer(
  label: string,
  answer: IncomingMessage,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of addAbortSignal(signal, answer) as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_BYTES) throw failure(label, `opens a stream with more than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof NodeFailure
      ? error
      : failure(label, 'did not finish the answer that opens a stream', error);
  } finally {
    answer.destroy();
  }
  return Buffer.concat(chunks);
}

const failure = (label: string, why: string, cause?: unknown): NodeFailure =>
  new NodeFailure(label, why, { mayHaveArrived: true, ...(cause === undefined ? {} : { cause }) });
