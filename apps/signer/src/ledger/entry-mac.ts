import { createHmac, timingSafeEqual } from 'node:crypto';

/** Compares two MACs in a time that does not depend on their content. */
export function isEqualMac(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The MAC of an entry, over its number and the MAC of the entry before it. Hex. */
export function macOf(key: Uint8Array, seq: number, before: string, body: string): string {
  return createHmac('sha256', key).update(`${seq}\n${before}\n${body}`).digest('hex');
}
