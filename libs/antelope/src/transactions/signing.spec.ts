import { createHash } from 'node:crypto';
import {
  Checksum256,
  Serializer,
  SignedTransaction,
  Transaction as WharfkitTransaction,
} from '@wharfkit/antelope';
import fc from 'fast-check';
import { bytesToHex, hexToBytes } from '../bytes/hex';
import { TRANSACTIONS, TRANSFER } from '../testing/transactions';
import { packTransaction } from './pack';
import { referenceBlock } from './reference-block';
import { signingDigest, transactionId } from './signing';

const chainIds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex);
const CHAIN = 'ab'.repeat(32);

describe('ids and digests', () => {
  it('transactionId and signingDigest are those of wharfkit', () => {
    fc.assert(
      fc.property(TRANSACTIONS, chainIds, (transaction, chainId) => {
        const packed = packTransaction(transaction);
        const theirs = Serializer.decode({ data: packed, type: WharfkitTransaction });
        expect(transactionId(packed)).toBe(theirs.id.hexString);
        expect(bytesToHex(signingDigest(chainId, packed))).toBe(
          theirs.signingDigest(Checksum256.from(chainId)).hexString,
        );
      }),
    );
  });

  it('signingDigest covers context-free data, unless it is an empty vector', () => {
    const packed = packTransaction(TRANSFER);
    const none = bytesToHex(signingDigest(CHAIN, packed));
    expect(bytesToHex(signingDigest(CHAIN, packed, new Uint8Array()))).toBe(none);
    expect(bytesToHex(signingDigest(CHAIN, packed, Uint8Array.of(0)))).toBe(none);
    const one = Uint8Array.of(1, 1, 0);
    const expected = createHash('sha256')
      .update(hexToBytes(CHAIN))
      .update(packed)
      .update(createHash('sha256').update(one).digest())
      .digest('hex');
    expect(bytesToHex(signingDigest(CHAIN, packed, one))).toBe(expected);
    expect(expected).not.toBe(none);
  });

  it('signingDigest differs for another chain', () => {
    const packed = packTransaction(TRANSFER);
    expect(signingDigest('00'.repeat(32), packed)).not.toEqual(signingDigest('01'.repeat(32), packed));
  });

  it.each(['', 'ab', 'zz'.repeat(32), 'ab'.repeat(33)])(
    'signingDigest refuses the chain id %p',
    (chainId) => {
      expect(() => signingDigest(chainId, new Uint8Array())).toThrow();
    },
  );

  it('transactionId is not changed by signatures', () => {
    const signed = SignedTransaction.from({ ...TRANSFER, transaction_extensions: [] });
    expect(transactionId(packTransaction(TRANSFER))).toBe(signed.id.hexString);
  });
});

describe('references to blocks', () => {
  it('referenceBlock takes the low 16 bits of the number and bytes 8 to 11 of the id', () => {
    const id = '0013fe4f' + 'a1a2a3a4' + '12345678' + '00'.repeat(20);
    expect(referenceBlock(id)).toEqual({ ref_block_num: 0xfe4f, ref_block_prefix: 0x78563412 });
  });

  it('referenceBlock refuses a text that is no block id', () => {
    expect(() => referenceBlock('0013fe4f')).toThrow('a block id has 64 hexadecimal digits');
  });
});
