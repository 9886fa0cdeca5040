/** Signing with recoverable keys on one elliptic curve. Digests and private keys are 32 bytes. */
export interface Curve {
  /** The compressed public key, 33 bytes. Throws when r and s (64 bytes) belong to none. */
  recover(digest: Uint8Array, rAndS: Uint8Array, recoveryId: number): Uint8Array;
  /** Deterministic (RFC 6979) with low s; `attempt` above 0 gives other signatures over the same digest. */
  sign(
    digest: Uint8Array,
    privateKey: Uint8Array,
    attempt: number,
  ): { rAndS: Uint8Array; recoveryId: number };
  /** The compressed public key, 33 bytes. Throws for what is no private key. */
  publicKey(privateKey: Uint8Array): Uint8Array;
  /** False for zero and for numbers beyond the order of the curve. */
  isPrivateKey(bytes: Uint8Array): boolean;
}

/** Additional entropy for the nonce of another attempt; none for the first one. */
export function nonceEntropy(attempt: number): Uint8Array | undefined {
  return attempt === 0 ? undefined : new Uint8Array(32).fill(attempt, 31);
}
