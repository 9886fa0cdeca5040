import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Serializer } from '@wharfkit/antelope';
import { ChainId, SigningRequest } from '@wharfkit/signing-request';
import { LRUCache } from 'lru-cache';
import { ByteWriter } from '../bytes/byte-writer';
import { hexToBytes } from '../bytes/hex';
import { quoted, ValueError } from '../value-error';
import { unpackTransaction } from './pack';
import type { Transaction } from './transaction';

/** A transaction with the chain it is for, as it travels in a link to a wallet. */
export interface SigningRequestContent {
  chainId: string;
  transaction: Transaction;
}

const LINK = /^esr:(?:\/\/)?[A-Za-z0-9_-]+$/;
const CHAIN_ID_BYTES = 32;
/** Of the expiry and the reference block, which a packed transaction begins with. */
const REFERENCE_BYTES = 10;
/** Links come from untrusted sources; a transaction is at most 64 KiB, and deflated data can grow a thousandfold. */
const MAX_BYTES = 128 * 1024;

/** Encoding of the fields before and after the transaction, by protocol version. */
const VERSION = 2;
const DEFLATED = 0x80;
const TRANSACTION_FORM = 2;
const BROADCAST = 1;
const NO_CALLBACK = 0;
const NO_INFO = 0;

const zlib = {
  // The links are short: a small window, table and output are set up much faster than those for long texts.
  deflateRaw: (data: Uint8Array): Uint8Array =>
    deflateRawSync(data, { windowBits: 12, memLevel: 5, chunkSize: 1_024 }),
  inflateRaw: (data: Uint8Array): Uint8Array => inflateRawSync(data, { maxOutputLength: MAX_BYTES }),
};

/** How a link names its chain: by the short name a few have in the protocol, else by the whole id. */
const chainForms = new LRUCache<string, Uint8Array>({ max: 16, memoMethod: chainForm });

function chainForm(chainId: string): Uint8Array {
  if (hexToBytes(chainId).length !== CHAIN_ID_BYTES)
    throw new ValueError('a chain id has 64 hexadecimal digits');
  return Serializer.encode({ object: ChainId.from(chainId).chainVariant }).array;
}

/**
 * The `esr://` link that makes a wallet show, sign and broadcast the transaction. It carries the full transaction
 * with its header, the one form whose expiry and reference block a wallet keeps, so the header must be set: a
 * wallet fills in its own where it is all zeros. Throws ValueError. Source: docs/reference/rules.md, proposals.
 * @param packed the binary form of the transaction
 */
export function encodeSigningRequest(chainId: string, packed: Uint8Array): string {
  if (packed.subarray(0, REFERENCE_BYTES).every((byte) => byte === 0)) {
    throw new ValueError('the transaction has no header');
  }
  const writer = new ByteWriter();
  writer.raw(chainForms.memo(chainId));
  writer.uint8(TRANSACTION_FORM);
  writer.raw(packed);
  for (const byte of [BROADCAST, NO_CALLBACK, NO_INFO]) writer.uint8(byte);
  const plain = writer.finish();
  const deflated = zlib.deflateRaw(plain);
  const isShorter = deflated.length < plain.length;
  const header = isShorter ? VERSION | DEFLATED : VERSION;
  const bytes = Buffer.concat([Uint8Array.of(header), isShorter ? deflated : plain]);
  return `esr://${bytes.toString('base64url')}`;
}

/**
 * Reads an `esr:` or `esr://` link back. Throws ValueError for a broken link, and for every other form than the
 * full transaction for one chain.
 */
export function decodeSigningRequest(link: string): SigningRequestContent {
  if (!LINK.test(link)) throw new ValueError(`${quoted(link)} is not a link like "esr://..."`);
  let chainId: string;
  let packed: Uint8Array;
  try {
    const request = SigningRequest.from(link, { zlib });
    if (request.isIdentity() || request.data.req.variantName !== 'transaction' || request.isMultiChain()) {
      throw new Error('another form of signing request');
    }
    chainId = request.getChainId().toString();
    packed = Serializer.encode({ object: request.getRawTransaction() }).array;
  } catch (cause) {
    throw new ValueError('this is not a signing request for one transaction', '', { cause });
  }
  return { chainId, transaction: unpackTransaction(packed) };
}
