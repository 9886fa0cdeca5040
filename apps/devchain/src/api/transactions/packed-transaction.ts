import { deflateSync } from 'node:zlib';
import { ChainError } from '../../kernel/chain-error';
import type { Chain } from '../../kernel/chain';
import type { PackedTransactionInput } from '../../kernel/records';
import type { JsonValue } from '../http/lossless-json';
import { hex, list, ParameterError, readParameters, text } from '../http/parameters';
import { abiData, packJsonTransaction } from './transaction-body';

type Compression = PackedTransactionInput['compression'];

/** By what clients send; without any it is none. */
const COMPRESSIONS: ReadonlyMap<JsonValue | undefined, Compression> = new Map<
  JsonValue | undefined,
  Compression
>([
  [undefined, 'none'],
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

/** A signed transaction from a request: packed, or with its `transaction` in JSON. Throws ChainError. */
export function readPackedTransaction(chain: Chain, body: JsonValue): PackedTransactionInput {
  try {
    const {
      signatures,
      compression,
      packed_context_free_data: contextFreeData,
      packed_trx: packed,
      transaction,
    } = readParameters(
      {
        signatures: list(text()),
        compression: readCompression,
        packed_context_free_data: hex,
        packed_trx: hex,
        transaction: (value) => value,
      },
      body,
    );
    return {
      signatures,
      compression,
      packedContextFreeData: contextFreeData,
      packedTrx: packed.length > 0 ? packed : packJson(chain, transaction, compression),
    };
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    throw new ChainError('packedTransaction', 'Invalid packed transaction', error.message);
  }
}

function packJson(chain: Chain, transaction: JsonValue | undefined, compression: Compression): Uint8Array {
  if (transaction === undefined || transaction === null) throw new ParameterError('Missing transaction');
  const bytes = packJsonTransaction(transaction, abiData(chain));
  return compression === 'zlib' ? deflateSync(bytes) : bytes;
}

function readCompression(value: JsonValue | undefined): Compression {
  const compression = COMPRESSIONS.get(value);
  if (compression === undefined) throw new ParameterError(`Unknown compression: ${JSON.stringify(value)}`);
  return compression;
}
