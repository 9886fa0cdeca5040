import { NodeFailure } from './errors';

/** Errors that happen before the first byte of a request leaves. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The failure of a request whose connection was refused, broke, or brought no answer in time. */
export function connectionFailure(label: string, error: unknown): NodeFailure {
  const { name, code, message } = error as { name?: string; code?: unknown; message: string };
  if (name === 'TimeoutError') {
    const why = message.startsWith('no answer') ? message : 'timed out';
    return new NodeFailure(label, why, { mayHaveArrived: true, cause: error });
  }
  const isUnsent = typeof code === 'string' && NOT_SENT.has(code);
  const why = isUnsent ? `cannot be reached (${code})` : `the connection broke (${String(code ?? name)})`;
  const mayHaveArrived = !isUnsent;
  return new NodeFailure(label, why, { mayHaveArrived, canRepeatHere: mayHaveArrived, cause: error });
}
