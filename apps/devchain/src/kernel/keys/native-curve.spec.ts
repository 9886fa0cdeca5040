import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { isPrivate, pointFromScalar, recover, signRecoverable } from 'tiny-secp256k1';
import { loadNativeCurve } from './native-curve';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const ids = fc.constantFrom(0, 1, 2, 3);

/** Of a platform that has a prebuilt file; the fallback is a case of its own. */
const loaded = loadNativeCurve();
const native = 'curve' in loaded ? loaded.curve : undefined;
const hasPrebuilt = ['linux-x64', 'darwin-arm64', 'win32-x64'].includes(
  `${process.platform}-${process.arch}`,
);

const hex = (found: Uint8Array): string => Buffer.from(found).toString('hex');
const hexOr = (make: () => Uint8Array | null | undefined): string => {
  try {
    const made = make();
    return made ? hex(made) : 'none';
  } catch {
    return 'none';
  }
};

const recovered = (digest: Uint8Array, rAndS: Uint8Array, recoveryId: 0 | 1 | 2 | 3) => ({
  native: hexOr(() => native?.recover(digest, rAndS, recoveryId)),
  webAssembly: hexOr(() => recover(digest, rAndS, recoveryId, true)),
});

const EDGES = [
  new Uint8Array(32),
  new Uint8Array(32).fill(255),
  Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex'),
];
const number = fc.oneof(
  { weight: 4, arbitrary: bytes(32) },
  { weight: 1, arbitrary: fc.constantFrom(...EDGES) },
);

describe('native curve', () => {
  it('the native curve is loaded where the package has a file for the platform', () => {
    expect(native !== undefined).toBe(hasPrebuilt);
  });

  it('the native curve recovers the key that @noble/curves signs with', () => {
    fc.assert(
      fc.property(bytes(32), bytes(32), (seed, digest) => {
        const { secretKey, publicKey } = secp256k1.keygen(Buffer.concat([seed, seed.subarray(0, 16)]));
        const made = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' });
        const key = hex(publicKey);
        const found = recovered(digest, made.subarray(1), made[0] as 0 | 1 | 2 | 3);
        expect(found).toEqual({ native: hasPrebuilt ? key : 'none', webAssembly: key });
      }),
    );
  });

  it('the native curve and WebAssembly recover the same key, or none, for any bytes', () => {
    fc.assert(
      fc.property(bytes(32), number, number, ids, (digest, r, s, id) => {
        const { native: own, webAssembly } = recovered(digest, Buffer.concat([r, s]), id);
        expect(own).toBe(hasPrebuilt ? webAssembly : 'none');
      }),
      { numRuns: 300 },
    );
  });

  it('the native curve and WebAssembly make the same keys and signatures, with and without entropy', () => {
    fc.assert(
      fc.property(number, bytes(32), fc.option(bytes(32), { nil: undefined }), (key, digest, entropy) => {
        const signature = (made: { rAndS: Uint8Array; recoveryId: number }): Uint8Array =>
          Uint8Array.of(made.recoveryId, ...made.rAndS);
        const byWebAssembly = {
          isKey: isPrivate(key),
          publicKey: hexOr(() => pointFromScalar(key, true)),
          signature: hexOr(() => {
            const made = signRecoverable(digest, key, entropy);
            return signature({ ...made, rAndS: made.signature });
          }),
        };
        const byAddon = native && {
          isKey: native.isPrivateKey(key),
          publicKey: hexOr(() => native.publicKey(key)),
          signature: hexOr(() => signature(native.sign(digest, key, entropy))),
        };
        expect(byAddon).toEqual(hasPrebuilt ? byWebAssembly : undefined);
      }),
    );
  });

  it('the native curve names the reason where no file is beside the program', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'native-curve-'));
    try {
      expect(loadNativeCurve(folder)).toEqual({ reason: 'no prebuilt file beside the program' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
