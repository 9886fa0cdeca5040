import { bytesToHex, parseSignature, type PrivateKeyValue, type PublicKeyValue } from '@app/antelope';
import { LRUCache } from 'lru-cache';
import { publicKeyOf, recoverPublicKey, signDigest } from '../keys/keys';

/** Signatures that are kept, about 8 MB: minutes of simulated traffic, and the genesis of many chains. */
const MAX_SIGNATURES = 8_192;
/** Signatures by digest and private key. Signing is deterministic: chains of one seed begin with the same signatures. */
const signatures = new LRUCache<string, string>({ max: MAX_SIGNATURES });
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

/** The key that made the signature over the digest. Errors are those of parseSignature and recoverPublicKey. */
export function signerOf(digest: Uint8Array, text: string): PublicKeyValue {
  const id = signerId(digest, text);
  const key = signers.get(id) ?? recoverPublicKey(digest, parseSignature(text));
  signers.set(id, key);
  return key;
}

function signerId(digest: Uint8Array, text: string): string {
  return `${bytesToHex(digest)} ${text}`;
}
