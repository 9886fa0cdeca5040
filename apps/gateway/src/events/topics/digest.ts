import { createHash } from 'node:crypto';

const CHARACTERS = 10;

/** A short text that differs where the values differ (60 bits of SHA-256): ids of events state by it what was sent. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, CHARACTERS);
}

/** The digest of a list that grows: after each value that of the list so far, in time that does not grow with it. */
export class ListDigest {
  readonly #hash = createHash('sha256').update('[');
  #separator = '';

  /** @returns the digest, as `digestOf` makes it, of all values that were added */
  add(value: object): string {
    this.#hash.update(this.#separator + JSON.stringify(value));
    this.#separator = ',';
    return this.#hash.copy().update(']').digest('base64url').slice(0, CHARACTERS);
  }
}
