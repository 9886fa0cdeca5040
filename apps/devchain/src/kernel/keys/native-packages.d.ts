// The packages have no types of their own for these modules.
declare module 'node-gyp-build' {
  /** The addon in `prebuilds` of a folder that this machine can load. @throws Error where there is none */
  export default function loadAddon<T>(folder: string): T;
}

declare module 'secp256k1/lib/index.js' {
  /** The functions of the package on an addon. */
  export default function withAddon(addon: object): {
    /** @throws Error when r and s belong to no key */
    ecdsaRecover(
      rAndS: Uint8Array,
      recoveryId: number,
      digest: Uint8Array,
      isCompressed: boolean,
    ): Uint8Array;
    /** @param options its `data` are 32 bytes of entropy beside those of RFC 6979 */
    ecdsaSign(
      digest: Uint8Array,
      privateKey: Uint8Array,
      options: { readonly data: Uint8Array | undefined },
    ): { readonly signature: Uint8Array; readonly recid: number };
    /** @throws Error for bytes that are no private key */
    publicKeyCreate(privateKey: Uint8Array, isCompressed: boolean): Uint8Array;
    privateKeyVerify(bytes: Uint8Array): boolean;
  };
}
