import { p256 } from '@noble/curves/nist.js';
import type { Curve } from './curve';

/** The curve of R1 keys. They are rare, so that pure JavaScript is fast enough. */
export const P256: Curve = {
  recover: (digest, rAndS, recoveryId) =>
    p256.recoverPublicKey(Uint8Array.of(recoveryId, ...rAndS), digest, { prehash: false }),
  sign(digest, privateKey, entropy) {
    const [recoveryId = 0, ...rAndS] = p256.sign(digest, privateKey, {
      prehash: false,
      lowS: true,
      format: 'recovered',
      extraEntropy: entropy,
    });
    return { rAndS: Uint8Array.from(rAndS), recoveryId };
  },
  publicKey: (privateKey) => p256.getPublicKey(privateKey, true),
  isPrivateKey: (bytes) => p256.utils.isValidSecretKey(bytes),
};
