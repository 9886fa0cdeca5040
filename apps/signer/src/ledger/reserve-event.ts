import type { LedgerEvent, Wanted } from './spending-rules';

/** A transaction to reserve. */
export interface NewTransaction {
  readonly id: string;
  /** Lower-case hex. */
  readonly packed: string;
  readonly expiresAt: number;
}

/** The entry of the log that takes room for a transaction. */
export function reserveEvent(
  { request, call, units, openUnits = new Map(), receivers = [] }: Wanted,
  { id, packed, expiresAt }: NewTransaction,
  nowMs: number,
): LedgerEvent {
  return {
    ...{ type: 'reserve', id, request, call, units: textsOf(units) },
    ...(openUnits.size > 0 && { open_units: textsOf(openUnits) }),
    ...(receivers.length > 0 && { receivers }),
    signed_at: nowMs,
    expires_at: expiresAt,
    packed,
  };
}

const textsOf = (units: ReadonlyMap<string, bigint>): Readonly<Record<string, string>> =>
  Object.fromEntries([...units].map(([cap, value]) => [cap, String(value)]));
