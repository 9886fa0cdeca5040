import { Serializer, Transaction as WharfkitTransaction } from '@wharfkit/antelope';
import fc from 'fast-check';
import { bytesToHex, equalBytes, hexToBytes } from '../bytes/hex';
import { TRANSACTIONS, TRANSFER } from '../testing/transactions';
import { ValueError } from '../value-error';
import { packTransaction, unpackTransaction } from './pack';
import type { Transaction } from './transaction';

const asWharfkit = (transaction: Transaction): WharfkitTransaction =>
  WharfkitTransaction.from({
    ...transaction,
    transaction_extensions: transaction.transaction_extensions.map(([type, data]) => ({ type, data })),
  });

/** TRANSFER up to its actions, in hex: expiration, reference block, limits. */
const HEADER = '400e04713412785634120000' + '00';

describe('packed transactions', () => {
  it('packTransaction makes the bytes of wharfkit, and unpackTransaction reads them back', () => {
    fc.assert(
      fc.property(TRANSACTIONS, (transaction) => {
        const packed = packTransaction(transaction);
        const theirs = Serializer.encode({ object: asWharfkit(transaction) });
        expect(bytesToHex(packed)).toBe(theirs.hexString);
        expect(unpackTransaction(packed)).toEqual(transaction);
      }),
    );
  });

  it('packTransaction and unpackTransaction refuse every truncation', () => {
    fc.assert(
      fc.property(TRANSACTIONS, fc.nat(), (transaction, cut) => {
        const packed = packTransaction(transaction);
        expect(() => unpackTransaction(packed.subarray(0, cut % packed.length))).toThrow(ValueError);
      }),
    );
  });

  it('packTransaction and unpackTransaction refuse everything left over', () => {
    fc.assert(
      fc.property(TRANSACTIONS, fc.uint8Array({ minLength: 1, maxLength: 9 }), (transaction, more) => {
        const packed = Uint8Array.of(...packTransaction(transaction), ...more);
        expect(() => unpackTransaction(packed)).toThrow('too many at the end');
      }),
    );
  });

  it('packTransaction and unpackTransaction read no bytes but those that the result is packed to', () => {
    fc.assert(
      fc.property(TRANSACTIONS, fc.nat(), fc.nat(255), (transaction, index, byte) => {
        const packed = packTransaction(transaction);
        packed[index % packed.length] = byte;
        let read: Transaction;
        try {
          read = unpackTransaction(packed);
        } catch (error) {
          expect(error).toBeInstanceOf(ValueError);
          return;
        }
        expect(equalBytes(packTransaction(read), packed)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('packTransaction and unpackTransaction refuse an over-long count or length, wherever it stands', () => {
    const packed = bytesToHex(packTransaction(TRANSFER));
    expect(packed.startsWith(HEADER)).toBe(true);
    const overLong = [
      packed.replace(HEADER, '400e047134127856341280000000'),
      packed.replace(HEADER, '400e047134127856341200008000'),
      packed.replace(HEADER + '0001', HEADER + '800001'),
      packed.replace(HEADER + '0001', HEADER + '008100'),
      packed.replace(/00$/, '8000'),
      packed.replace('a8ed3232' + '23', 'a8ed3232' + 'a300'),
    ];
    for (const text of overLong) {
      expect(text).not.toBe(packed);
      expect(() => unpackTransaction(hexToBytes(text))).toThrow('over-long variable-length integer');
    }
  });

  it('unpackTransaction refuses counts above the number of bytes, without allocating for them', () => {
    expect(() => unpackTransaction(hexToBytes(`${HEADER}ffffffff0f`))).toThrow('the data ends at byte');
    expect(() => unpackTransaction(new Uint8Array())).toThrow('the data ends at byte 0');
  });

  it.each([
    [{ expiration: 'soon' }, 'expiration: "soon" is not a time like "2030-01-31T12:00:00"'],
    [
      { expiration: '2030-01-31T12:00:00.500' },
      'expiration: "2030-01-31T12:00:00.500" is not a whole second',
    ],
    [{ ref_block_num: 65536 }, 'ref_block_num: 65536 is not a whole number from 0 to 65535'],
    [{ ref_block_prefix: -1 }, 'ref_block_prefix: -1 is not a whole number from 0 to 4294967295'],
    [{ max_cpu_usage_ms: 256 }, 'max_cpu_usage_ms: 256 is not a whole number from 0 to 255'],
    [{ delay_sec: 0.5 }, 'delay_sec: 0.5 is not a whole number from 0 to 4294967295'],
    [{ max_net_usage_words: NaN }, 'max_net_usage_words: NaN is not a whole number from 0 to 4294967295'],
    [{ actions: [{ ...TRANSFER.actions[0]!, account: 'Evil' }] }, 'actions[0].account: "Evil" is not a name'],
    [{ actions: [{ ...TRANSFER.actions[0]!, data: 'xyz' }] }, 'actions[0].data: "xyz" is not hexadecimal'],
    [
      { actions: [{ ...TRANSFER.actions[0]!, authorization: [{ actor: 'a.', permission: 'active' }] }] },
      'actions[0].authorization[0].actor: "a." is not a name',
    ],
    [
      { transaction_extensions: [[65536, '']] },
      'transaction_extensions[0].kind: 65536 is not a whole number',
    ],
  ] as [Partial<Transaction>, string][])(
    'packTransaction and unpackTransaction refuse to pack %j',
    (change, reason) => {
      expect(() => packTransaction({ ...TRANSFER, ...change })).toThrow(reason);
    },
  );
});
