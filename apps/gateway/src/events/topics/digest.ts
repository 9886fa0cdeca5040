import { createHash } from 'node:crypto';

const CHARACTERS = 10;

/** A short text that differs where the values differ (60 bits of SHA-256): ids of events state by it what was sent. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, CHARACTERS);
}
