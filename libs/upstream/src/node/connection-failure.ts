import { NodeFailure } from './errors';

/**
 * The failure of a request whose connection could not be opened, broke, or brought no answer in time.
 * @param isSent whether a byte of the request was written: only a request of which none was certainly did not arrive
 */
export function connectionFailure(label: string, error: unknown, isSent: boolean): NodeFailure {
  const { name, code, message } = error as { name?: string; code?: unknown; message: string };
  if (name === 'TimeoutError') {
    const why = message.startsWith('no answer') ? message : 'timed out';
    return new NodeFailure(label, why, { mayHaveArrived: isSent, cause: error });
  }
  const reason = String(code ?? name);
  const why = isSent ? `the connection broke (${reason})` : `cannot be reached (${reason})`;
  return new NodeFailure(label, why, { mayHaveArrived: isSent, isBroken: isSent, cause: error });
}
