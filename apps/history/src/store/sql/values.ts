/** A value as both databases take it: 64-bit numbers are bigint. */
export type SqlValue = number | bigint | Uint8Array | null;
export type SqlRow = Readonly<Record<string, SqlValue>>;

const OFFSET = 2n ** 63n;

/** An unsigned 64-bit number as a signed one of the same order. */
export const ordered = (value: bigint): bigint => value - OFFSET;

export const fromOrdered = (value: SqlValue | undefined): bigint => long(value) + OFFSET;

/** Two's complement: small numbers stay small, which needs fewer bytes in SQLite. */
export const signed = (value: bigint): bigint => BigInt.asIntN(64, value);

export const unsigned = (value: SqlValue | undefined): bigint => BigInt.asUintN(64, long(value));

/** An integer of at most 53 bits. */
export function int(value: SqlValue | undefined): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  throw new TypeError('the column holds no integer');
}

export function long(value: SqlValue | undefined): bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  throw new TypeError('the column holds no integer');
}

export function bytes(value: SqlValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new TypeError('the column holds no bytes');
}
