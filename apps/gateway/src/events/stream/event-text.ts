/** Pause after which a client connects again, in milliseconds. Clients keep their own when they are sent none. */
const RETRY_MS = 1_000;

/** The first lines of a stream. */
export const FIRST_LINES = `retry: ${RETRY_MS}\n\n`;

/** An event in the form of server-sent events. `data` is one line. Source: HTML Living Standard, 9.2. */
export function eventText(event: string, data: string, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}
