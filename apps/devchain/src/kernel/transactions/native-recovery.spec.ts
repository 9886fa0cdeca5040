import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import fc from 'fast-check';
import { recover as recoverByWebAssembly } from 'tiny-secp256k1';
import { loadNativeRecovery } from './native-recovery';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const ids = fc.constantFrom(0, 1, 2, 3);

/** Of a platform that has a prebuilt file; the fallback is a case of its own. */
const native = loadNativeRecovery();
const hasPrebuilt = ['linux-x64', 'darwin-arm64', 'win32-x64'].includes(
  `${process.platform}-${process.arch}`,
);

const keyOr = (recover: () => Uint8Array | null): string => {
  try {
    const key = recover();
    return key === null ? 'none' : Buffer.from(key).toString('hex');
  } catch {
    return 'none';
  }
};

const recovered = (digest: Uint8Array, rAndS: Uint8Array, recoveryId: 0 | 1 | 2 | 3) => ({
  native: keyOr(() => ('recover' in native ? native.recover(digest, rAndS, recoveryId) : null)),
  webAssembly: keyOr(() => recoverByWebAssembly(digest, rAndS, recoveryId, true)),
});

describe('native recovery', () => {
  it('native recovery is loaded where the package has a file for the platform', () => {
    expect('recover' in native).toBe(hasPrebuilt);
  });

  it('native recovery finds the key that @noble/curves signs with', () => {
    fc.assert(
      fc.property(bytes(32), bytes(32), (seed, digest) => {
        const { secretKey, publicKey } = secp256k1.keygen(Buffer.concat([seed, seed.subarray(0, 16)]));
        const signed = secp256k1.sign(digest, secretKey, { prehash: false, format: 'recovered' });
        const key = Buffer.from(publicKey).toString('hex');
        const found = recovered(digest, signed.subarray(1), signed[0] as 0 | 1 | 2 | 3);
        expect(found).toEqual({ native: hasPrebuilt ? key : 'none', webAssembly: key });
      }),
    );
  });

  it('native recovery and WebAssembly find the same key, or none, for any bytes', () => {
    const edges = fc.constantFrom(
      new Uint8Array(32),
      new Uint8Array(32).fill(255),
      Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex'),
    );
    const number = fc.oneof({ weight: 4, arbitrary: bytes(32) }, { weight: 1, arbitrary: edges });
    fc.assert(
      fc.property(bytes(32), number, number, ids, (digest, r, s, id) => {
        const { native: own, webAssembly } = recovered(digest, Buffer.concat([r, s]), id);
        expect(own).toBe(hasPrebuilt ? webAssembly : 'none');
      }),
      { numRuns: 300 },
    );
  });

  it('native recovery names the reason where no file is beside the program', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'native-recovery-'));
    try {
      expect(loadNativeRecovery(folder)).toEqual({ reason: 'no prebuilt file beside the program' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
