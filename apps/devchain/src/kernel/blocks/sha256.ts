import { hash } from 'node:crypto';

/** SHA-256 in one call of the runtime's own implementation, several times faster than one in JavaScript. */
export function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
