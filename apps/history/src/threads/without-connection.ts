import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import { Socket } from 'node:net';
import type { ThreadAnswer, ThreadRequest } from './thread-messages';

const ENCODER = new TextEncoder();

/**
 * Runs a request through an HTTP application as if it had come over a connection. Own code: a package for it
 * (light-my-request) imitates streams of both directions, and here the whole request and the whole answer are there.
 */
export function answerOf(
  application: RequestListener,
  { method, url, body }: Omit<ThreadRequest, 'chain'>,
): Promise<ThreadAnswer> {
  return new Promise((resolve) => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method, url, body });
    request.push(null);
    const response = new ServerResponse(request);
    // On the object: Express replaces the prototype.
    response.end = (chunk?: unknown) => {
      const headers = response.getHeaders() as ThreadAnswer['headers'];
      resolve({ status: response.statusCode, headers, body: bytesOf(chunk) });
      return response;
    };
    application(request, response);
  });
}

/** In a buffer of their own, which another thread takes without a copy. */
function bytesOf(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return ENCODER.encode(chunk);
  return chunk instanceof Uint8Array ? Uint8Array.from(chunk) : new Uint8Array();
}
