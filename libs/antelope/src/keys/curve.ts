/** Signing with recoverable keys on one elliptic curve. Digests and private keys are 32 bytes. */
export interface Curve {
  /** The compressed public key, 33 bytes. Throws when r and s (64 bytes) belong to none. */
  recover(digest: Uint8Array, rAndS: Uint8Array, recoveryId: number): Uint8Array;
  /** Deterministic (RFC 6979) with low s; 32 bytes of `entropy` give another signature over the same digest. */
  sign(
    digest: Uint8Array,
    privateKey: Uint8Array,
    entropy: Uint8Array | undefined,
  ): { rAndS: Uint8Array; recoveryId: number };
  /** The compressed public key, 33 bytes. Throws for what is no private key. */
  publicKey(privateKey: Uint8Array): Uint8Array;
  /** False for zero and for numbers beyond the order of the curve. */
  isPrivateKey(bytes: Uint8Array): boolean;
}
