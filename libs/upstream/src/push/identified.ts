import {
  equalBytes,
  hexToBytes,
  inflatePacked,
  InflatesTooFarError,
  isJsonObject,
  jsonOf,
  packTransaction,
  transactionId,
  unpackTransaction,
  ValueError,
} from '@app/antelope';
import { lifeOf, type TransactionLife } from './transaction-life';

/** Id and life of a transaction that is to be pushed. */
export interface Identified {
  readonly id: string;
  readonly life: TransactionLife;
}

/** Forms of `compression` that nodes read as zlib. */
const ZLIB: readonly unknown[] = ['zlib', 1, true, '1', 'true'];
const MEMBER = '"packed_trx"';
/** nodeos' default of max-body-size: a larger transaction cannot have been sent uncompressed. */
export const MAX_TRANSACTION_BYTES = 2_097_152;

/**
 * The transaction in the body of push_transaction or send_transaction, or in the member `transaction` of
 * send_transaction2. Undefined where only a node can find it: an unpacked transaction, or bytes that are not exactly
 * one transaction.
 */
export function identified(body: Buffer): Identified | undefined {
  const known = identifiedWithin(body, MAX_TRANSACTION_BYTES);
  return known === undefined || known === 'too large' ? undefined : known.identified;
}

/** A transaction, and how many bytes it has without compression. */
export interface IdentifiedBytes {
  readonly identified: Identified;
  readonly bytes: number;
}

/**
 * As `identified`; `too large` where the transaction is compressed, and has more bytes.
 * @param maxBytes of the transaction without compression
 */
export function identifiedWithin(body: Buffer, maxBytes: number): IdentifiedBytes | 'too large' | undefined {
  if (!isUnambiguous(body)) return undefined;
  const sent = objectIn(body);
  const envelope = isJsonObject(sent?.['transaction']) ? sent['transaction'] : sent;
  const { packed_trx: packed, compression } = envelope ?? {};
  if (typeof packed !== 'string') return undefined;
  try {
    const bytes = hexToBytes(packed);
    const plain = ZLIB.includes(compression) ? inflatePacked(bytes, maxBytes) : bytes;
    const transaction = unpackTransaction(plain);
    // A node hashes the transaction as it packs it.
    if (!equalBytes(packTransaction(transaction), plain)) return undefined;
    return { identified: { id: transactionId(plain), life: lifeOf(transaction) }, bytes: plain.length };
  } catch (error) {
    if (error instanceof InflatesTooFarError) return 'too large';
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}

/** Where a name occurs twice or is written with escapes, a node may read another member than JSON.parse. */
function isUnambiguous(body: Buffer): boolean {
  const at = body.indexOf(MEMBER);
  return at >= 0 && body.indexOf(MEMBER, at + 1) < 0 && !body.includes('\\');
}

function objectIn(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  const value = jsonOf(body.toString('utf8'));
  return isJsonObject(value) ? value : undefined;
}
