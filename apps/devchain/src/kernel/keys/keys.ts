import {
  type Curve,
  type PrivateKeyValue,
  type PublicKeyValue,
  publicKeyOf as publicKeyBy,
  recoverPublicKey as recoverBy,
  signDigest as signBy,
  type SignatureValue,
} from '@app/antelope';
import { loadNativeCurve, type NativeCurve } from './native-curve';

/** Loaded at the first use. */
let native: NativeCurve | undefined;

function k1(): Curve | undefined {
  native ??= loadNativeCurve();
  return 'curve' in native ? native.curve : undefined;
}

/** As the function of the library, by machine code where this machine can load it. */
export const publicKeyOf = (key: PrivateKeyValue): PublicKeyValue => publicKeyBy(key, k1());

/** As the function of the library, by machine code where this machine can load it. */
export const signDigest = (key: PrivateKeyValue, digest: Uint8Array): string => signBy(key, digest, k1());

/**
 * As the function of the library, by machine code where this machine can load it: 0.04 ms, and 0.2 ms, most of the time of a
 * transaction, elsewhere.
 */
export const recoverPublicKey = (digest: Uint8Array, signature: SignatureValue): PublicKeyValue =>
  recoverBy(digest, signature, k1());

/** How this machine signs and recovers keys, in words. */
export function curveLine(): string {
  native ??= loadNativeCurve();
  return 'curve' in native
    ? 'transactions are signed, and keys are recovered, by machine code'
    : `transactions are signed, and keys are recovered, by WebAssembly, which takes five times as long: ${native.reason}`;
}
