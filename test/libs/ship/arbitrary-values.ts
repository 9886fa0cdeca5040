import fc from 'fast-check';
import { alternativesOf, fieldsOf, memberOf, resolved } from './protocol-abi';

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const anyBytes = fc.uint8Array({ maxLength: 300 });
const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
const big = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n });

/** A kind byte 0 or 1 (K1, R1), then the bytes. */
const keyForm = (length: number) =>
  fc.tuple(uint(1), bytesOf(length)).map(([kind, bytes]) => Uint8Array.from([kind, ...bytes]));

const printed = fc.string({ maxLength: 20 }).map((text) => Uint8Array.from(Buffer.from(text, 'utf8')));

/** Values of the scalar types, as libs/ship has them. The texts of traces are bytes there. */
const SCALARS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  bool: fc.boolean(),
  uint8: uint(8),
  uint16: uint(16),
  uint32: uint(32),
  varuint32: uint(32),
  int64: fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }),
  uint64: big(64),
  uint128: big(128),
  float64: fc.double({ noNaN: true }),
  float128: bytesOf(16),
  name: big(64),
  bytes: anyBytes,
  checksum256: bytesOf(32),
  string: printed,
  time_point: fc.bigInt({ min: 0n, max: 4_000_000_000_000_000n }),
  time_point_sec: uint(32),
  block_timestamp_type: uint(32),
  public_key: keyForm(33),
  signature: keyForm(65),
};

/** Members by which libs/ship tells the types of a variant apart. */
const MARKS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_status_request_v0: { type: 'get_status_request_v0' },
  get_blocks_request_v0: { type: 'get_blocks_request_v0' },
  get_blocks_ack_request_v0: { type: 'get_blocks_ack_request_v0' },
  get_status_result_v0: { type: 'get_status_result_v0' },
  get_blocks_result_v0: { type: 'get_blocks_result_v0' },
  global_property_v0: { version: 0 },
  global_property_v1: { version: 1 },
  packed_transaction: { kind: 'packed' },
};

/** Values of a type of the protocol. Traces are nested at most `depth` deep. */
export function arbitraryValue(wholeType: string, depth = 2): fc.Arbitrary<unknown> {
  const type = resolved(wholeType);
  if (type === 'transaction_trace?' && depth === 0) return fc.constant(undefined);
  if (type.endsWith('[]')) return fc.array(arbitraryValue(type.slice(0, -2), depth), { maxLength: 4 });
  if (/[?$]$/.test(type)) return fc.option(arbitraryValue(type.slice(0, -1), depth), { nil: undefined });
  const alternatives = alternativesOf(type);
  if (alternatives !== undefined) return fc.oneof(...alternatives.map((each) => alternative(each, depth)));
  const fields = fieldsOf(type);
  if (fields === undefined) return SCALARS[type]!;
  const below = type === 'transaction_trace_v0' ? depth - 1 : depth;
  return fc
    .record(
      Object.fromEntries(fields.map(({ name, type: of }) => [memberOf(name), arbitraryValue(of, below)])),
    )
    .map((members) => ({ ...MARKS[type], ...members }));
}

const alternative = (type: string, depth: number): fc.Arbitrary<unknown> =>
  type === 'transaction_id' ? bytesOf(32).map((id) => ({ kind: 'id', id })) : arbitraryValue(type, depth);
