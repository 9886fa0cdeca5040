import { ValueError } from '@app/antelope';
import { list, optional, struct, type Codec } from '../wire/codec';
import { bool, bytes, uint16, uint32, uint64 } from '../wire/scalars';
import { ShipReader } from '../wire/ship-reader';
import { producerAuthority, type ProducerAuthority } from './producer-schedule';

/** Kind of the header extension of blocks with instant finality, and of the blocks that lead to it. */
export const FINALITY_EXTENSION = 2;

/** Affine coordinates of a BLS key, behind their length. */
const BLS_KEY_BYTES = 96;

/**
 * The difference between two lists: elements that go, by their place in the old list, and elements that come, by their
 * place in the new one. Both are in ascending order. Source: fc::ordered_diff.
 */
export interface OrderedDiff<T> {
  removeIndexes: number[];
  insertIndexes: { index: number; value: T }[];
}

/** The newest block with a quorum certificate, as a header claims it. Source: eosio::chain::qc_claim_t. */
export interface QcClaim {
  blockNum: number;
  isStrong: boolean;
}

/** Source: eosio::chain::finalizer_authority. */
export interface FinalizerAuthority {
  /** Any bytes: nodes take them for text, and do not check it. */
  description: Uint8Array;
  weight: bigint;
  /** 96 bytes. */
  publicKey: Uint8Array;
}

/** Source: eosio::chain::finalizer_policy_diff. */
export interface FinalizerPolicyDiff {
  generation: number;
  threshold: bigint;
  finalizers: OrderedDiff<FinalizerAuthority>;
}

/** The producers that a block proposes, by what differs from those proposed last. Source: eosio::chain::proposer_policy_diff. */
export interface ProposerPolicyDiff {
  version: number;
  /** Half-second slot of the block that proposes them. */
  proposalTime: number;
  producers: OrderedDiff<ProducerAuthority>;
}

/** Source: eosio::chain::finality_extension. */
export interface FinalityExtension {
  qcClaim: QcClaim;
  newFinalizerPolicy?: FinalizerPolicyDiff;
  newProposerPolicy?: ProposerPolicyDiff;
}

const orderedDiff = <T>(value: Codec<T>): Codec<OrderedDiff<T>> =>
  struct<OrderedDiff<T>>({
    removeIndexes: list(uint16),
    insertIndexes: list(struct<{ index: number; value: T }>({ index: uint16, value })),
  });

const blsKey: Codec<Uint8Array> = {
  read: (reader) => {
    const key = bytes.read(reader);
    if (key.length !== BLS_KEY_BYTES)
      throw new ValueError(`a BLS key of ${String(key.length)} bytes instead of ${String(BLS_KEY_BYTES)}`);
    return key;
  },
  write: (writer, value) => bytes.write(writer, value),
};

const finalityExtension = struct<FinalityExtension>({
  qcClaim: struct<QcClaim>({ blockNum: uint32, isStrong: bool }),
  newFinalizerPolicy: optional(
    struct<FinalizerPolicyDiff>({
      generation: uint32,
      threshold: uint64,
      finalizers: orderedDiff(
        struct<FinalizerAuthority>({ description: bytes, weight: uint64, publicKey: blsKey }),
      ),
    }),
  ),
  newProposerPolicy: optional(
    struct<ProposerPolicyDiff>({
      version: uint32,
      proposalTime: uint32,
      producers: orderedDiff(producerAuthority),
    }),
  ),
});

/** Reads the data of a header extension of kind FINALITY_EXTENSION. As in nodes, bytes behind it are not read. Throws ValueError. */
export const decodeFinalityExtension = (data: Uint8Array): FinalityExtension =>
  finalityExtension.read(new ShipReader(data));

/**
 * The list that a difference makes of another one. Throws ValueError for a difference that is not one of this list, as
 * nodes refuse it.
 */
export function applyOrderedDiff<T>(source: readonly T[], diff: OrderedDiff<T>): T[] {
  requireAscending(diff.removeIndexes);
  requireAscending(diff.insertIndexes.map(({ index }) => index));
  const removed = new Set(diff.removeIndexes);
  if ((diff.removeIndexes.at(-1) ?? -1) >= source.length)
    throw new ValueError(
      `element ${String(diff.removeIndexes.at(-1))} of ${String(source.length)} is removed`,
    );
  const kept = source.filter((_, index) => !removed.has(index));
  const made: T[] = [];
  let next = 0;
  for (const { index, value } of diff.insertIndexes) {
    while (made.length < index && next < kept.length) made.push(kept[next++] as T);
    if (made.length < index)
      throw new ValueError(`element ${String(index)} is added to ${String(made.length)}`);
    made.push(value);
  }
  return [...made, ...kept.slice(next)];
}

function requireAscending(indexes: readonly number[]): void {
  for (const [place, index] of indexes.entries())
    if (place > 0 && index <= (indexes[place - 1] ?? 0))
      throw new ValueError(`the places of a difference do not ascend: ${String(index)}`);
}
