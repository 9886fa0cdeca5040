import {
  ByteWriter,
  type PublicKeyValue,
  type SignatureValue,
  writePublicKey,
  writeSignature,
} from '@app/antelope';

/** A public key as the chain packs it: one byte for its kind, then its bytes. */
export function packedKey(key: PublicKeyValue): Uint8Array {
  const writer = new ByteWriter();
  writePublicKey(writer, key);
  return writer.finish();
}

/** A signature as the chain packs it: one byte for its kind, then its bytes. */
export function packedSignature(signature: SignatureValue): Uint8Array {
  const writer = new ByteWriter();
  writeSignature(writer, signature);
  return writer.finish();
}
