import { setImmediate as turn } from 'node:timers/promises';
import { jsonOf } from '@app/antelope';
import { type Identified, identifiedWithin, MAX_TRANSACTION_BYTES } from '@app/upstream';

/** One transaction of push_transactions, as a request of its own. */
export interface PushItem extends Identified {
  /** Body of push_transaction with the same packed bytes and signatures. */
  readonly body: string;
}

/** Nodes refuse a longer list before they look at its transactions. */
export const MAX_ITEMS = 1_000;
const MEMBER = '"packed_trx"';
/** Of all transactions of a list without compression: a few bytes can inflate to millions. */
const MAX_LIST_BYTES = 2 * MAX_TRANSACTION_BYTES;
/** Transactions that are read before other requests have their turn. */
const READ_AT_ONCE = 25;

/** The entries in the body of push_transactions; undefined where it is no list. */
export function listIn(body: Buffer): readonly unknown[] | undefined {
  const value = jsonOf(body.toString('utf8'));
  return Array.isArray(value) ? value : undefined;
}

/** Number of packed transactions in the body of push_transactions, by their names alone. */
function packedIn(body: Buffer): number {
  let count = 0;
  for (let at = body.indexOf(MEMBER); at >= 0; at = body.indexOf(MEMBER, at + 1)) count += 1;
  return count;
}

/** Transactions of a list. */
export interface ReadList {
  /** Up to the first one that inflates too far. */
  readonly items: readonly PushItem[];
  readonly isWhole: boolean;
}

/**
 * The transactions of push_transactions; undefined where a node may read others than JSON.parse does: names that occur
 * twice or are written with escapes, entries that are no packed transaction.
 * @param entries those of the body
 */
export async function pushItems(body: Buffer, entries: readonly unknown[]): Promise<ReadList | undefined> {
  if (body.includes('\\') || packedIn(body) !== entries.length) return undefined;
  let left = MAX_LIST_BYTES;
  const items: PushItem[] = [];
  for (const entry of entries) {
    if (items.length % READ_AT_ONCE === 0) await turn();
    const own = JSON.stringify(entry);
    const known = identifiedWithin(Buffer.from(own), Math.min(MAX_TRANSACTION_BYTES, left));
    if (known === undefined) return undefined;
    if (known === 'too large') return { items, isWhole: false };
    items.push({ ...known.identified, body: own });
    left = Math.max(0, left - known.bytes);
  }
  return { items, isWhole: true };
}
