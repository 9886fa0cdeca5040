import { PrivateKey } from '@wharfkit/antelope';
import fc from 'fast-check';
import { derivePrivateKey, privateKeyText, type PrivateKeyValue } from '../keys/private-keys';

/** K1 keys. */
export const K1_KEYS: fc.Arbitrary<PrivateKeyValue> = fc.string({ maxLength: 20 }).map(derivePrivateKey);

/** Elliptic is a hundred times slower inside Jest's sandbox, hence few runs where it takes part: R1 once. */
export const WITH_ELLIPTIC: fc.Parameters<[PrivateKeyValue]> = {
  numRuns: 4,
  examples: [[{ ...derivePrivateKey('seed'), type: 'R1' }]],
};

/** The same key for wharfkit. */
export function wharfkitKey(key: PrivateKeyValue): PrivateKey {
  return PrivateKey.from(privateKeyText(key));
}
