import { holdsPrivateKey, PRIVATE_KEY_REASON } from '../errors/private-key-text';
import type { Problem } from '../schema/field-declaration';

const NONE: readonly Problem[] = [];

/** A text, or the texts of a list, that hold a private key. */
export function privateKeyProblems(value: unknown): readonly Problem[] {
  if (typeof value === 'string')
    return holdsPrivateKey(value) ? [{ path: '', reason: PRIVATE_KEY_REASON }] : NONE;
  if (!Array.isArray(value)) return NONE;
  return value.flatMap((item, index) =>
    typeof item === 'string' && holdsPrivateKey(item)
      ? [{ path: `[${index}]`, reason: PRIVATE_KEY_REASON }]
      : NONE,
  );
}
