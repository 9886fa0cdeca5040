import type { ServerResponse } from 'node:http';

/** Sends a JSON answer in one write, with its length and without an entity tag. */
export function sendJson(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
