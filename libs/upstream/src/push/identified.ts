import {
  equalBytes,
  hexToBytes,
  inflatePacked,
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
const MAX_TRANSACTION_BYTES = 2_097_152;

/**
 * The transaction in the body of push_transaction or send_transaction, or in the member `transaction` of
 * send_transaction2. Undefined where only a node can find it: an unpacked transaction, or bytes that are not exactly
 * one transaction.
 */
export function identified(body: Buffer): Identified | undefined {
  if (!isUnambiguous(body)) return undefined;
  const sent = objectIn(body);
  const envelope = isObject(sent?.['transaction']) ? sent['transaction'] : sent;
  const { packed_trx: packed, compression } = envelope ?? {};
  if (typeof packed !== 'string') return undefined;
  try {
    const bytes = hexToBytes(packed);
    const plain = ZLIB.includes(compression) ? inflatePacked(bytes, MAX_TRANSACTION_BYTES) : bytes;
    const transaction = unpackTransaction(plain);
    // A node hashes the transaction as it packs it.
    if (!equalBytes(packTransaction(transaction), plain)) return undefined;
    return { id: transactionId(plain), life: lifeOf(transaction) };
  } catch (error) {
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
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
