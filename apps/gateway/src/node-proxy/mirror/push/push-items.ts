import { identified, type Identified } from '@app/upstream';

/** One transaction of push_transactions, as a request of its own. */
export interface PushItem extends Identified {
  /** Body of push_transaction with the same packed bytes and signatures. */
  readonly body: string;
}

const MEMBER = '"packed_trx"';

/**
 * The transactions in the body of push_transactions; undefined where a node may read others than JSON.parse does: names
 * that occur twice or are written with escapes, entries that are no packed transaction.
 */
export function pushItems(body: Buffer): PushItem[] | undefined {
  const entries = listIn(body);
  if (entries === undefined || body.includes('\\')) return undefined;
  if (body.toString('latin1').split(MEMBER).length - 1 !== entries.length) return undefined;
  const items = entries.map((entry) => {
    const own = JSON.stringify(entry);
    const known = identified(Buffer.from(own));
    return known && { ...known, body: own };
  });
  return items.every((item) => item !== undefined) ? items : undefined;
}

function listIn(body: Buffer): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
