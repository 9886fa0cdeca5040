import path from 'node:path';
import {
  derivePrivateKey,
  equalBytes,
  parseSignature,
  publicKeyOf,
  type RecoverKey,
  recoverPublicKey,
  sha256,
  signDigest,
} from '@app/antelope';
import { fileAbove } from '@app/program';
import loadAddon from 'node-gyp-build';
import withAddon from 'secp256k1/lib/index.js';

/** Beside the program, with what this platform loads; in a checkout, of the installed package. */
const PREBUILDS = path.join('node_modules', 'secp256k1', 'prebuilds');

/** Recovery of K1 keys by the addon of the package secp256k1, or why this machine has none. */
export type NativeRecovery = { readonly recover: RecoverKey } | { readonly reason: string };

/**
 * libsecp256k1 as machine code, which recovers a key five times faster than its WebAssembly. It is the same code: both
 * accept the same signatures. Where no prebuilt file fits the machine, WebAssembly does the work.
 */
export function loadNativeRecovery(folder = __dirname): NativeRecovery {
  const prebuilds = fileAbove(folder, PREBUILDS);
  if (prebuilds === undefined) return { reason: 'no prebuilt file beside the program' };
  try {
    const { Secp256k1: Addon } = loadAddon<{ readonly Secp256k1: new () => object }>(path.dirname(prebuilds));
    const { ecdsaRecover } = withAddon(new Addon());
    const recover: RecoverKey = (digest, rAndS, recoveryId) => ecdsaRecover(rAndS, recoveryId, digest, true);
    requireRight(recover);
    return { recover };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** An addon that does not work must not refuse each signature. @throws Error */
function requireRight(recover: RecoverKey): void {
  const key = derivePrivateKey('native recovery');
  const digest = sha256(key.bytes);
  const found = recoverPublicKey(digest, parseSignature(signDigest(key, digest)), recover);
  if (!equalBytes(found.bytes, publicKeyOf(key).bytes)) throw new Error('it recovers another key');
}
