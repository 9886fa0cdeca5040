import { jsonOf } from '@app/antelope';
import { z } from 'zod';

/** The transaction that was composed under a request id. */
export interface RequestRecord {
  /** SHA-256 of tool and arguments in Base64url. */
  readonly fingerprint: string;
  /** Packed transaction in hex. */
  readonly packedTrx: string;
  /** Milliseconds since the epoch, by the time of the chain: it is executed in a block before, or never. */
  readonly expiresAtMs: number;
  /** The irreversible block that it is in. */
  readonly block?: { readonly num: number; readonly timeMs: number | null } | undefined;
}

/** A record is forgotten after this time. */
export const KEPT_MS = 24 * 3_600_000;
/** Longer than a record of any tool: a memo has 256 bytes. */
export const MAX_RECORD_BYTES = 8_192;

const schema = z.tuple([
  z.string(),
  z.string().regex(/^(?:[0-9a-f]{2})+$/),
  z.int(),
  z.object({ num: z.int(), timeMs: z.int().nullable() }).nullable(),
]);

/** One text for equal records. */
export const textOfRecord = (record: RequestRecord): string =>
  JSON.stringify([
    record.fingerprint,
    record.packedTrx,
    record.expiresAtMs,
    record.block ? { num: record.block.num, timeMs: record.block.timeMs } : null,
  ]);

/** Undefined for another text. */
export function recordOfText(text: string): RequestRecord | undefined {
  const parsed = schema.safeParse(jsonOf(text));
  if (!parsed.success) return undefined;
  const [fingerprint, packedTrx, expiresAtMs, block] = parsed.data;
  return { fingerprint, packedTrx, expiresAtMs, block: block ?? undefined };
}

/**
 * The newer of two records of one id. A record takes the place of another one only when that can no longer be
 * executed, so its transaction expires later; the same transaction is newer once its block is irreversible. Pure.
 */
export function newerOf(
  one: RequestRecord | undefined,
  other: RequestRecord | undefined,
): RequestRecord | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.expiresAtMs !== other.expiresAtMs) return one.expiresAtMs > other.expiresAtMs ? one : other;
  return other.block === undefined ? one : other;
}
