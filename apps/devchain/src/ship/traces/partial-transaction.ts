import { ByteReader, inflatePacked } from '@app/antelope';
import type { PartialTransaction } from '@app/ship';
import type { SealableTransaction } from '../../kernel/blocks/block-transaction';
import type { PackedTransactionInput } from '../../kernel/transactions/packed-transaction';
import { MAX_INFLATED_BYTES } from '../../kernel/transactions/received-transaction';
import { packedSignature } from '../packed-keys';

/** The members of a transaction that its action traces do not have. The chain refuses transaction extensions. */
export function partialTransaction({ packed, signatures }: SealableTransaction): PartialTransaction {
  const reader = new ByteReader(uncompressed(packed, packed.packedTrx));
  return {
    expiration: reader.uint32(),
    refBlockNum: reader.uint16(),
    refBlockPrefix: reader.uint32(),
    maxNetUsageWords: reader.varuint32(),
    maxCpuUsageMs: reader.uint8(),
    delaySec: reader.varuint32(),
    transactionExtensions: [],
    signatures: signatures.map(packedSignature),
    contextFreeData: contextFreeData(packed),
  };
}

function contextFreeData(packed: PackedTransactionInput): Uint8Array[] {
  const { packedContextFreeData } = packed;
  if (packedContextFreeData.length === 0) return [];
  const reader = new ByteReader(uncompressed(packed, packedContextFreeData));
  const data: Uint8Array[] = [];
  for (let left = reader.varuint32(); left > 0; left--) data.push(reader.prefixed());
  return data;
}

function uncompressed({ compression }: PackedTransactionInput, bytes: Uint8Array): Uint8Array {
  return compression === 'none' ? bytes : inflatePacked(bytes, MAX_INFLATED_BYTES);
}
