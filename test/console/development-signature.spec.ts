import { createHash } from 'node:crypto';
import { Bytes, KeyType, PrivateKey, Signature } from '@wharfkit/antelope';
import fc from 'fast-check';
import { developmentSignature } from '../../apps/console/src/chain/development-signature';

describe('signatures with a development key in the console', () => {
  it('a client library recovers the public key of the signer, for any digest and key', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, secret) => {
        const hash = (of: string) => createHash('sha256').update(of).digest();
        const key = new PrivateKey(KeyType.K1, Bytes.from(hash(secret)));
        const bytes = Buffer.from(
          developmentSignature(hash(text).toString('hex'), hash(secret).toString('hex')),
          'hex',
        );
        const signature = Signature.from({
          type: 'K1',
          r: bytes.subarray(1, 33),
          s: bytes.subarray(33),
          recid: bytes[0]!,
        });
        expect(String(signature.recoverDigest(hash(text).toString('hex')))).toBe(String(key.toPublic()));
        expect(bytes[1]! < 0x80 && bytes[33]! < 0x80).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});
