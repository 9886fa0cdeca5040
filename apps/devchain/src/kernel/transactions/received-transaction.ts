import {
  hexToBytes,
  inflatePacked,
  type PackedAction,
  parseSignature,
  parseTimePointSec,
  type SignatureValue,
  type Transaction,
  transactionId,
  unpackTransaction,
  ValueError,
} from '@app/antelope';
import { ChainError } from '../chain-error';
import type { ChainErrorName } from '../error-table';
import type { PackedTransactionInput } from '../records';
import type { ActionData } from '../trace';

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
  const header = refuse('packedTransaction', () => unpackTransaction(packedTrx));
  return {
    id: transactionId(packedTrx),
    packed,
    header,
    expirationMs: parseTimePointSec(header.expiration) * 1000,
    actions: header.actions.map(actionData),
    contextFreeActions: header.context_free_actions.map(actionData),
    signatures: packed.signatures.map((text) => refuse('packedTransaction', () => parseSignature(text))),
    packedTrx,
    contextFreeData,
  };
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
  return refuse('decompression', () => ({
    packedTrx: inflatePacked(packedTrx, MAX_INFLATED_BYTES),
    contextFreeData:
      packedContextFreeData.length === 0
        ? packedContextFreeData
        : inflatePacked(packedContextFreeData, MAX_INFLATED_BYTES),
  }));
}

function refuse<T>(kind: ChainErrorName, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ValueError) throw new ChainError(kind, error.message);
    throw error;
  }
}
