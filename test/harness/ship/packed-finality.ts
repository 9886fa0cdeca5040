import type { FinalityExtension, OrderedDiff } from '@app/ship';

type Finalizer = NonNullable<
  FinalityExtension['newFinalizerPolicy']
>['finalizers']['insertIndexes'][number]['value'];
type Producer = NonNullable<
  FinalityExtension['newProposerPolicy']
>['producers']['insertIndexes'][number]['value'];

/**
 * The packed form of a finality extension, written by hand after the reflected members of Spring
 * (finality_extension.hpp, finalizer_policy.hpp, proposer_policy.hpp, ordered_diff.hpp): nothing of libs/ship is used.
 */
export function packedFinality({
  qcClaim,
  newFinalizerPolicy,
  newProposerPolicy,
}: FinalityExtension): Uint8Array {
  return joined(
    number(qcClaim.blockNum, 4),
    Buffer.of(qcClaim.isStrong ? 1 : 0),
    given(newFinalizerPolicy, ({ generation, threshold, finalizers }) =>
      joined(number(generation, 4), number(threshold, 8), diff(finalizers, finalizer)),
    ),
    given(newProposerPolicy, ({ version, proposalTime, producers }) =>
      joined(number(version, 4), number(proposalTime, 4), diff(producers, producer)),
    ),
  );
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** Little-endian. */
function number(value: number | bigint, bytes: number): Uint8Array {
  const packed = Buffer.alloc(8);
  packed.writeBigUInt64LE(BigInt(value));
  return packed.subarray(0, bytes);
}

/** Seven bits a byte, the lowest first. */
function count(value: number): Uint8Array {
  return value < 0x80
    ? Buffer.of(value)
    : joined(Buffer.of((value % 0x80) | 0x80), count(Math.floor(value / 0x80)));
}

const given = <T>(value: T | undefined, pack: (value: T) => Uint8Array): Uint8Array =>
  value === undefined ? Buffer.of(0) : joined(Buffer.of(1), pack(value));

const list = <T>(values: readonly T[], pack: (value: T) => Uint8Array): Uint8Array =>
  joined(count(values.length), ...values.map(pack));

const prefixed = (bytes: Uint8Array): Uint8Array => joined(count(bytes.length), bytes);

const diff = <T>(
  { removeIndexes, insertIndexes }: OrderedDiff<T>,
  pack: (value: T) => Uint8Array,
): Uint8Array =>
  joined(
    list(removeIndexes, (index) => number(index, 2)),
    list(insertIndexes, ({ index, value }) => joined(number(index, 2), pack(value))),
  );

const finalizer = ({ description, weight, publicKey }: Finalizer): Uint8Array =>
  joined(prefixed(description), number(weight, 8), prefixed(publicKey));

const producer = ({ producerName, authority: { threshold, keys } }: Producer): Uint8Array =>
  joined(
    number(producerName, 8),
    Buffer.of(0),
    number(threshold, 4),
    list(keys, ({ key, weight }) => joined(key, number(weight, 2))),
  );
