import {
  ByteReader,
  hexToBytes,
  inflatePacked,
  InflatesTooFarError,
  type PackedAction,
  parseSignature,
  parseTimePointSec,
  type SignatureValue,
  type Transaction,
  transactionId,
  unpackTransaction,
  ValueError,
} from '@app/antelope';
import type { ActionData } from '../sdk/action-data';
import { ChainError } from '../sdk/errors/chain-error';
import type { PackedTransactionInput } from './packed-transaction';

/** A transaction as it arrived, opened once. */
export interface ReceivedTransaction {
  readonly id: string;
  readonly packed: PackedTransactionInput;
  readonly header: Transaction;
  readonly expirationMs: number;
  readonly actions: readonly ActionData[];
  readonly contextFreeActions: readonly ActionData[];
  readonly signatures: readonly SignatureValue[];
  /** Uncompressed. */
  readonly packedTrx: Uint8Array;
  readonly contextFreeData: Uint8Array;
}

/** Largest transaction after inflating: what may be billed at most, and then some. */
export const MAX_INFLATED_BYTES = 1_048_576;

/** Opens a packed transaction. Throws a ChainError for anything that is not exactly one. */
export function openTransaction(packed: PackedTransactionInput): ReceivedTransaction {
  const { packedTrx, contextFreeData } = uncompressed(packed);
  readable(() => checkContextFreeData(contextFreeData));
  const header = readable(() => unpackTransaction(packedTrx));
  return {
    id: transactionId(packedTrx),
    packed,
    header,
    expirationMs: parseTimePointSec(header.expiration) * 1000,
    actions: header.actions.map(actionData),
    contextFreeActions: header.context_free_actions.map(actionData),
    signatures: packed.signatures.map((text) => readable(() => parseSignature(text))),
    packedTrx,
    contextFreeData,
  };
}

/** Bytes that are no list of byte strings are a ValueError. */
function checkContextFreeData(packed: Uint8Array): void {
  if (packed.length === 0) return;
  const reader = new ByteReader(packed);
  for (let left = reader.varuint32(); left > 0; left--) reader.prefixed();
  reader.finish();
}

/** Actions of an unpacked transaction. */
export function actionData({ account, name, authorization, data }: PackedAction): ActionData {
  return { account, name, authorization, data: hexToBytes(data) };
}

function uncompressed({ compression, packedTrx, packedContextFreeData }: PackedTransactionInput): {
  packedTrx: Uint8Array;
  contextFreeData: Uint8Array;
} {
  if (compression === 'none') return { packedTrx, contextFreeData: packedContextFreeData };
  return {
    packedTrx: inflated(packedTrx),
    contextFreeData:
      packedContextFreeData.length === 0 ? packedContextFreeData : inflated(packedContextFreeData),
  };
}

function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return inflatePacked(bytes, MAX_INFLATED_BYTES);
  } catch (error) {
    if (error instanceof InflatesTooFarError)
      throw new ChainError('decompression', 'Exceeded maximum decompressed transaction size');
    throw refusal(error);
  }
}

function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw refusal(error);
  }
}

/** nodeos' words come first, then what is wrong. */
function refusal(error: unknown): unknown {
  if (!(error instanceof ValueError)) return error;
  return new ChainError('packedTransaction', 'Invalid packed transaction', error.message);
}
