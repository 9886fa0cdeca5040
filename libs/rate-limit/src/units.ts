/** Bytes of a body, or of an answer that a node was asked for, that count as one more unit. */
const PASSED_BYTES = 16_384;
/** Bytes of an answer at hand that count as one more unit: they are sent, and neither checked nor compressed. */
const KEPT_BYTES = 262_144;

/** Units besides the one of the request, for bytes that pass through. Source: docs/reference/limits.md, cost of a request. */
export const unitsOfPassed = (bytes: number): number => Math.floor(bytes / PASSED_BYTES);

/** Units besides the one of the request, for an answer at hand. Source: docs/reference/limits.md, cost of a request. */
export const unitsOfKept = (bytes: number): number => Math.floor(bytes / KEPT_BYTES);
