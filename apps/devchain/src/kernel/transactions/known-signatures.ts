import {
  bytesToHex,
  parseSignature,
  type PrivateKeyValue,
  publicKeyOf,
  type PublicKeyValue,
  type RecoverKey,
  recoverPublicKey,
  signDigest,
} from '@app/antelope';
import { LRUCache } from 'lru-cache';
import { loadNativeRecovery } from './native-recovery';

/** Signatures that are kept, about 8 MB: minutes of simulated traffic, and the genesis of many chains. */
const MAX_SIGNATURES = 8_192;
/** Signatures by digest and private key. Signing is deterministic: chains of one seed begin with the same signatures. */
const signatures = new LRUCache<string, string>({ max: MAX_SIGNATURES });
/** Loaded at the first use. */
let native: ReturnType<typeof loadNativeRecovery> | undefined;
/** Public keys by digest and signature. */
const signers = new LRUCache<string, PublicKeyValue>({ max: MAX_SIGNATURES });

/** The text of the key's signature over the digest. Keeps the key: the chain need not recover it. */
export function signatureBy(key: PrivateKeyValue, digest: Uint8Array): string {
  const id = `${bytesToHex(digest)} ${key.type} ${bytesToHex(key.bytes)}`;
  const known = signatures.get(id);
  if (known !== undefined) return known;
  const text = signDigest(key, digest);
  signatures.set(id, text);
  signers.set(signerId(digest, text), publicKeyOf(key));
  return text;
}

/**
 * The key that made the signature over the digest. A key that is not kept is recovered, which takes 0.04 ms by machine code,
 * and 0.2 ms, most of the time of a transaction, where that cannot be loaded. Errors are those of parseSignature and recoverPublicKey.
 */
export function signerOf(digest: Uint8Array, text: string): PublicKeyValue {
  const id = signerId(digest, text);
  const key = signers.get(id) ?? recoverPublicKey(digest, parseSignature(text), nativeRecover());
  signers.set(id, key);
  return key;
}

function nativeRecover(): RecoverKey | undefined {
  native ??= loadNativeRecovery();
  return 'recover' in native ? native.recover : undefined;
}

/** How keys are recovered on this machine, in words. */
export function recoveryLine(): string {
  native ??= loadNativeRecovery();
  return 'recover' in native
    ? 'keys are recovered by machine code'
    : `keys are recovered by WebAssembly, which takes five times as long: ${native.reason}`;
}

function signerId(digest: Uint8Array, text: string): string {
  return `${bytesToHex(digest)} ${text}`;
}
