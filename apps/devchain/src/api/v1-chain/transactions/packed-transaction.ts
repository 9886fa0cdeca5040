import { deflateSync } from 'node:zlib';
import { type Json, ByteWriter } from '@app/antelope';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import type { Chain } from '../../../kernel/chain';
import type { PackedTransactionInput } from '../../../kernel/transactions/packed-transaction';
import { anything, hex, list, ParameterError, readParameters, text } from '../../nodeos/parameters';
import { abiData, packJsonTransaction } from './transaction-body';
import { transactionRefusal } from './transaction-refusal';

/** Context-free data as transactions carry it, packed; none of it is no bytes at all. */
function packContextFreeData(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array();
  const writer = new ByteWriter();
  writer.varuint32(items.length);
  for (const item of items) writer.prefixed(item);
  return writer.finish();
}

type Compression = PackedTransactionInput['compression'];

/** By what clients send. */
const COMPRESSIONS: ReadonlyMap<Json, Compression> = new Map<Json, Compression>([
  [null, 'none'],
  [false, 'none'],
  [0, 'none'],
  ['0', 'none'],
  ['none', 'none'],
  [true, 'zlib'],
  [1, 'zlib'],
  ['1', 'zlib'],
  ['zlib', 'zlib'],
]);

const READERS = {
  signatures: anything,
  compression: anything,
  packed_context_free_data: anything,
  context_free_data: anything,
  packed_trx: anything,
  transaction: anything,
};

/** A signed transaction from a request: packed, or with its `transaction` in JSON. Throws ChainError. */
export function readPackedTransaction(chain: Chain, body: Json): PackedTransactionInput {
  try {
    const members = readParameters(READERS, body);
    if (members.signatures === undefined) throw missing('signatures');
    if (members.compression === undefined) throw missing('compression');
    const signatures = list(text())(members.signatures);
    const compression = readCompression(members.compression);
    const { packed_context_free_data: contextFree, packed_trx: packed } = members;
    return {
      signatures,
      compression,
      packedContextFreeData: isGiven(contextFree)
        ? hex(contextFree)
        : compressed(packContextFreeData(list(hex)(members.context_free_data)), compression),
      packedTrx: isGiven(packed) ? hex(packed) : packJson(chain, members.transaction, compression),
    };
  } catch (error) {
    throw transactionRefusal(error, 'packedTransaction', 'Invalid packed transaction');
  }
}

const missing = (member: string): ChainError => new ChainError('packedTransaction', `Missing ${member}`);

/** An empty text, or another kind of value, is as good as no member. */
const isGiven = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';

function packJson(chain: Chain, transaction: Json | undefined, compression: Compression): Uint8Array {
  if (transaction === undefined) throw missing('transaction');
  return compressed(packJsonTransaction(transaction, abiData(chain)), compression);
}

function compressed(bytes: Uint8Array, compression: Compression): Uint8Array {
  return compression === 'zlib' && bytes.length > 0 ? deflateSync(bytes) : bytes;
}

function readCompression(value: Json): Compression {
  const compression = COMPRESSIONS.get(value);
  if (compression === undefined) throw new ParameterError(`Unknown compression: ${JSON.stringify(value)}`);
  return compression;
}
