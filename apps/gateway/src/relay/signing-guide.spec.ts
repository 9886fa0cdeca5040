import {
  bytesToHex,
  derivePrivateKey,
  hexToBytes,
  parseSignature,
  publicKeyLegacyText,
  publicKeyOf,
  publicKeyText,
  signDigest,
  signingDigest,
  transactionId,
} from '@app/antelope';
import { readSignature } from './read-signature';
import { SIGNING_EXAMPLE, SIGNING_GUIDE } from './signing-guide';

describe('the signing guide', () => {
  const packed = hexToBytes(SIGNING_EXAMPLE.packedTrx);
  const key = derivePrivateKey('signing guide');

  it('the signing guide has a worked example whose digest and id follow from its bytes', () => {
    expect(bytesToHex(signingDigest(SIGNING_EXAMPLE.chainId, packed))).toBe(SIGNING_EXAMPLE.signingDigest);
    expect(transactionId(packed)).toBe(SIGNING_EXAMPLE.transactionId);
  });

  it('the signing guide has a worked example whose signature is that of its key, in both forms', () => {
    const signature = signDigest(key, hexToBytes(SIGNING_EXAMPLE.signingDigest));
    expect(signature).toBe(SIGNING_EXAMPLE.signature);
    expect(bytesToHex(parseSignature(signature).bytes)).toBe(SIGNING_EXAMPLE.signatureHex);
    expect(readSignature(SIGNING_EXAMPLE.signatureHex)).toBe(signature);
    expect(publicKeyText(publicKeyOf(key))).toBe(SIGNING_EXAMPLE.publicKey);
    expect(publicKeyLegacyText(publicKeyOf(key))).toBe(SIGNING_EXAMPLE.legacyPublicKey);
  });

  it('the signing guide shows every value of the example', () => {
    for (const value of Object.values(SIGNING_EXAMPLE)) expect(SIGNING_GUIDE).toContain(value);
  });
});
