import { Base58 } from '@wharfkit/antelope';
import { sha256 } from '../bytes/sha256';
import { ValueError } from '../value-error';
import type { Curve } from './curve';
import { curveOf } from './curves';
import type { PublicKeyValue } from './public-keys';
import { compactSignature, isCanonical, signatureText } from './signatures';
import type { ByteReader } from '../bytes/byte-reader';
import type { TypedBytes } from './typed-bytes';
import { parseTypedText, typedText, type TypedTextForm } from './typed-text';

/**
 * A private key, 32 bytes, of kind K1 or R1. For the development chain and for tests alone: the gateway neither
 * holds nor accepts private keys (docs/reference/rules.md, safety).
 */
export type PrivateKeyValue = TypedBytes;

const scalar = (reader: ByteReader): void => {
  reader.take(32);
};
const FORM: TypedTextForm = {
  prefix: 'PVT',
  what: 'a private key like "PVT_K1_..."',
  layout: {
    K1: scalar,
    R1: scalar,
    WA: () => {
      throw new ValueError('web authenticators keep their private keys to themselves');
    },
  },
};
const WIF_VERSION = 0x80;
const publicKeys = new WeakMap<PrivateKeyValue, PublicKeyValue>();

/** Reads `PVT_K1_...`, `PVT_R1_...` or the wallet import format `5...` of a K1 key. Throws ValueError. */
export function parsePrivateKey(text: string): PrivateKeyValue {
  const key = text.startsWith('PVT_') ? parseTypedText(FORM, text) : parseWif(text);
  if (!curveOf(key.type).isPrivateKey(key.bytes)) throw new ValueError('the private key is out of range');
  return key;
}

/** The text of a private key, `PVT_K1_...`. */
export function privateKeyText(key: PrivateKeyValue): string {
  return typedText(FORM, key);
}

/** The wallet import format of a K1 key, `5...`. Throws ValueError for other kinds, which have none. */
export function privateKeyWif({ type, bytes }: PrivateKeyValue): string {
  if (type !== 'K1') throw new ValueError('only K1 keys have a wallet import format');
  return Base58.encodeCheck(Uint8Array.of(WIF_VERSION, ...bytes));
}

/** The K1 key whose bytes are the SHA-256 of the seed: the same seed, the same key. Never for real funds. */
export function derivePrivateKey(seed: string): PrivateKeyValue {
  return { type: 'K1', bytes: sha256(Buffer.from(seed, 'utf8')) };
}

/**
 * The public key of a private key. Computed once for each object: keys are never changed.
 * @param k1 in place of the WebAssembly of libsecp256k1
 */
export function publicKeyOf(key: PrivateKeyValue, k1?: Curve): PublicKeyValue {
  const known = publicKeys.get(key);
  if (known !== undefined) return known;
  const publicKey = { type: key.type, bytes: curveOf(key.type, k1).publicKey(key.bytes) };
  publicKeys.set(key, publicKey);
  return publicKey;
}

/**
 * The text of the signature over a 32-byte digest: deterministic (RFC 6979), low s, and for K1 made again with
 * another nonce until it is canonical.
 * @param k1 in place of the WebAssembly of libsecp256k1
 */
export function signDigest(key: PrivateKeyValue, digest: Uint8Array, k1?: Curve): string {
  const curve = curveOf(key.type, k1);
  for (let attempt = 0; ; attempt++) {
    const { rAndS, recoveryId } = curve.sign(digest, key.bytes, nonceEntropy(attempt));
    const bytes = compactSignature(recoveryId, rAndS);
    if (key.type !== 'K1' || isCanonical(bytes)) return signatureText({ type: key.type, bytes });
  }
}

/** Additional entropy for the nonce of another attempt; none for the first one. */
function nonceEntropy(attempt: number): Uint8Array | undefined {
  return attempt === 0 ? undefined : new Uint8Array(32).fill(attempt, 31);
}

function parseWif(text: string): PrivateKeyValue {
  try {
    const { array } = Base58.decodeCheck(text);
    if (array.length === 33 && array[0] === WIF_VERSION) return { type: 'K1', bytes: array.subarray(1) };
  } catch (cause) {
    throw new ValueError(`the text is not ${FORM.what}`, '', { cause });
  }
  throw new ValueError(`the text is not ${FORM.what}`);
}
