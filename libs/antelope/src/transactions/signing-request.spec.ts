import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ABI, Bytes, Serializer, Transaction as WharfkitTransaction } from '@wharfkit/antelope';
import { Base64u, SigningRequest } from '@wharfkit/signing-request';
import fc from 'fast-check';
import { bytesToHex } from '../bytes/hex';
import { TRANSACTIONS, TRANSFER } from '../testing/transactions';
import { packTransaction } from './pack';
import { signingDigest } from './signing';
import { decodeSigningRequest, encodeSigningRequest } from './signing-request';

const CHAIN = 'ab'.repeat(32);
const chainIds = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex);
/** Reads as wallets do, with nothing of ours. */
const wallet = {
  zlib: {
    deflateRaw: (data: Uint8Array) => deflateRawSync(data),
    inflateRaw: (data: Uint8Array) => inflateRawSync(data),
  },
};
/** Ids of chains the protocol has a short name for. */
const ALIASED = [
  'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906',
  '4667b205c6838ef70ff7988f6e8257e8be0e1284a2f59699054a018f743b1d11',
];
const transactions = TRANSACTIONS.filter((transaction) => transaction.ref_block_num > 0);

describe('signing requests, written', () => {
  it('encodeSigningRequest is read by a wallet as the identical transaction for the identical chain', () => {
    fc.assert(
      fc.property(transactions, chainIds, (transaction, chainId) => {
        const request = SigningRequest.from(
          encodeSigningRequest(chainId, packTransaction(transaction)),
          wallet,
        );
        const packed = packTransaction(transaction);
        expect(request.getChainId().toString()).toBe(chainId);
        const read = Serializer.encode({ object: request.getRawTransaction() }).array;
        expect(bytesToHex(read)).toBe(bytesToHex(packed));
        expect(request.shouldBroadcast()).toBe(true);
        expect(request.data.callback).toBe('');
      }),
    );
  });

  it('encodeSigningRequest is byte for byte what the library makes, once inflated', () => {
    const inflated = (link: string): string => {
      const bytes = Base64u.decode(link.slice('esr://'.length));
      const body = bytes.subarray(1);
      return bytesToHex(bytes[0]! & 0x80 ? inflateRawSync(body) : body);
    };
    const aliases = fc.constantFrom(...ALIASED);
    fc.assert(
      fc.property(transactions, fc.oneof(chainIds, aliases), (transaction, chainId) => {
        const wire = Serializer.decode({ data: packTransaction(transaction), type: WharfkitTransaction });
        const link = SigningRequest.createSync({ chainId, transaction: wire }, wallet).encode();
        expect(inflated(encodeSigningRequest(chainId, packTransaction(transaction)))).toBe(inflated(link));
      }),
    );
  });

  it('encodeSigningRequest keeps expiry and digest when the wallet resolves it in a later context', () => {
    const request = SigningRequest.from(encodeSigningRequest(CHAIN, packTransaction(TRANSFER)), wallet);
    const abi = ABI.from({
      structs: [
        {
          name: 'transfer',
          base: '',
          fields: [
            { name: 'rest', type: 'checksum256' },
            { name: 'memo', type: 'string' },
          ],
        },
      ],
      actions: [{ name: 'transfer', type: 'transfer', ricardian_contract: '' }],
    });
    const resolved = request.resolve(
      new Map([['btc.token', abi]]),
      { actor: 'alice', permission: 'active' },
      {
        timestamp: '2031-01-01T00:00:00',
        expire_seconds: 60,
        ref_block_num: 1,
        ref_block_prefix: 2,
      },
    );
    expect(String(resolved.transaction.expiration)).toBe(TRANSFER.expiration);
    const digest = signingDigest(CHAIN, packTransaction(TRANSFER));
    expect(String(resolved.signingDigest)).toBe(bytesToHex(digest));
  });

  it('encodeSigningRequest is a link with the scheme wallets register', () => {
    expect(encodeSigningRequest(CHAIN, packTransaction(TRANSFER))).toMatch(/^esr:\/\/[A-Za-z0-9_-]+$/);
  });

  it('encodeSigningRequest refuses a transaction without a header, which the wallet would fill in', () => {
    const transaction = {
      ...TRANSFER,
      expiration: '1970-01-01T00:00:00',
      ref_block_num: 0,
      ref_block_prefix: 0,
    };
    expect(() => encodeSigningRequest(CHAIN, packTransaction(transaction))).toThrow(
      'the transaction has no header',
    );
    expect(() => encodeSigningRequest('ab', packTransaction(TRANSFER))).toThrow('64 hexadecimal digits');
  });
});

describe('signing requests, read', () => {
  it('decodeSigningRequest reads the links of encodeSigningRequest', () => {
    fc.assert(
      fc.property(transactions, chainIds, (transaction, chainId) => {
        const link = encodeSigningRequest(chainId, packTransaction(transaction));
        expect(decodeSigningRequest(link)).toEqual({ chainId, transaction });
        expect(decodeSigningRequest(link.replace('esr://', 'esr:'))).toEqual({ chainId, transaction });
      }),
    );
  });

  it('decodeSigningRequest reads links of other programs, uncompressed too', () => {
    const wire = Serializer.decode({ data: packTransaction(TRANSFER), type: WharfkitTransaction });
    const content = { chainId: CHAIN, transaction: TRANSFER };
    for (const options of [wallet, {}]) {
      const link = SigningRequest.createSync({ chainId: CHAIN, transaction: wire }, options).encode();
      expect(decodeSigningRequest(link)).toEqual(content);
    }
  });

  it('decodeSigningRequest gives chains that have an alias their full id', () => {
    for (const chainId of ALIASED) {
      const link = encodeSigningRequest(chainId, packTransaction(TRANSFER));
      expect(decodeSigningRequest(link).chainId).toBe(chainId);
    }
  });

  it('decodeSigningRequest refuses other forms, other schemes and broken links', () => {
    const [action] = WharfkitTransaction.from({ ...TRANSFER, transaction_extensions: [] }).actions;
    const actions = SigningRequest.createSync({ chainId: CHAIN, actions: [action!] }, wallet).encode();
    const identity = SigningRequest.identity(
      { callback: 'https://x.example', chainId: CHAIN } as never,
      wallet,
    ).encode();
    const manyChains = SigningRequest.createSync(
      { chainId: null, transaction: { ...TRANSFER, actions: [action!] } as never },
      wallet,
    ).encode();
    const link = encodeSigningRequest(CHAIN, packTransaction(TRANSFER));
    const broken = [actions, identity, manyChains, link.slice(0, -6), 'esr://AAAA'];
    for (const text of broken) {
      expect(() => decodeSigningRequest(text)).toThrow('this is not a signing request for one transaction');
    }
  });

  it.each(['http://gmNcTQ', 'esr:', 'esr://gmNc+Q', 'esr://gmNcTQ==', ' esr://gmNcTQ', 'gmNcTQ', ''])(
    'decodeSigningRequest refuses %p, which is no such link',
    (text) => {
      expect(() => decodeSigningRequest(text)).toThrow(
        `${JSON.stringify(text)} is not a link like "esr://..."`,
      );
    },
  );

  it('decodeSigningRequest refuses a decompression bomb', () => {
    const bomb = Bytes.from([0x82, ...deflateRawSync(new Uint8Array(1024 * 1024))]);
    expect(() => decodeSigningRequest(`esr:${Base64u.encode(bomb.array)}`)).toThrow('not a signing request');
  });
});
