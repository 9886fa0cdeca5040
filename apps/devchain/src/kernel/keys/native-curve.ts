import path from 'node:path';
import { bytesToHex, type Curve, hexToBytes } from '@app/antelope';
import { fileAbove } from '@app/program';
import loadAddon from 'node-gyp-build';
import withAddon from 'secp256k1/lib/index.js';

/** Beside the program, with what this platform loads; in a checkout, of the installed package. */
const PREBUILDS = path.join('node_modules', 'secp256k1', 'prebuilds');

/** A private key, and what WebAssembly makes of it: an addon that makes something else is not used. */
const KNOWN = {
  privateKey: 'e708f579717f83153224bcbc8ec177c3619967bf9e7ebf35c6b6a8dc49ed7d7b',
  publicKey: '023b7b133727c34b292de92e71358910e001e2ace89fde785a870eba7c82aae1eb',
  rAndS:
    '32379c6bb6ef8c17fbe8b37e56880fc99ae18b0efe60ad2126597a26315a7ba2740a43c7249be3500b62fdf1413bbea99b40ace744e0e516fb692f019aed3096',
  recoveryId: 1,
};

/** The curve of K1 keys by the addon of the package secp256k1, or why this machine has none. */
export type NativeCurve = { readonly curve: Curve } | { readonly reason: string };

/**
 * libsecp256k1 as machine code, five times faster than its WebAssembly. It is the same code: both accept and make the same
 * signatures. Where no prebuilt file fits the machine, WebAssembly does the work.
 */
export function loadNativeCurve(folder = __dirname): NativeCurve {
  const prebuilds = fileAbove(folder, PREBUILDS);
  if (prebuilds === undefined) return { reason: 'no prebuilt file beside the program' };
  try {
    const { Secp256k1: Addon } = loadAddon<{ readonly Secp256k1: new () => object }>(path.dirname(prebuilds));
    const addon = withAddon(new Addon());
    const curve: Curve = {
      recover: (digest, rAndS, recoveryId) => addon.ecdsaRecover(rAndS, recoveryId, digest, true),
      sign(digest, privateKey, data) {
        const { signature, recid } = addon.ecdsaSign(digest, privateKey, { data });
        return { rAndS: signature, recoveryId: recid };
      },
      publicKey: (privateKey) => addon.publicKeyCreate(privateKey, true),
      isPrivateKey: (bytes) => addon.privateKeyVerify(bytes),
    };
    requireRight(curve);
    return { curve };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/** An addon that does not work must not refuse each signature. @throws Error */
function requireRight(curve: Curve): void {
  const key = hexToBytes(KNOWN.privateKey);
  if (bytesToHex(curve.publicKey(key)) !== KNOWN.publicKey) throw new Error('it makes another key');
  // The key is the digest and the entropy, too.
  const { rAndS, recoveryId } = curve.sign(key, key, key);
  if (recoveryId !== KNOWN.recoveryId || bytesToHex(rAndS) !== KNOWN.rAndS)
    throw new Error('it makes another signature');
  if (bytesToHex(curve.recover(key, rAndS, recoveryId)) !== KNOWN.publicKey)
    throw new Error('it recovers another key');
}
