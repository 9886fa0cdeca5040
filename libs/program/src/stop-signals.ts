/** Exit status of a program that Ctrl-C ended. Source: the shells' 128 + signal number. */
const INTERRUPTED = 130;

/**
 * Calls `stop` at SIGTERM, SIGINT and SIGHUP (the terminal was closed). Supervisors and process groups send a signal
 * more than once: repeated ones call `stop` again and do not end the process. A second Ctrl-C does, with status 130.
 * @param stop has an effect at its first call only
 * @param hangUp called at SIGHUP instead; undefined: it stops, too
 */
export function stopOnSignals(stop: () => void, hangUp?: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.on('SIGHUP', hangUp ?? stop);
  process.once('SIGINT', () => process.once('SIGINT', () => process.exit(INTERRUPTED)));
}
