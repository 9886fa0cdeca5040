import fc from 'fast-check';
import { unicodeText } from '../../testing/unicode-text';
import { formatFloat } from '../abi/floats';
import { integerAsJson } from '../abi/integers';
import { bytesToHex } from '../bytes/hex';
import type { Json } from '../json';
import { derivePrivateKey, signDigest } from '../keys/private-keys';
import { publicKeyLegacyText } from '../keys/public-keys';
import { MAX_UNITS } from '../values/amounts';
import { formatAsset } from '../values/assets';
import { nameFromValue } from '../values/names';
import { formatBlockTimestamp, formatTimePoint, formatTimePointSec } from '../values/times';

const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const code = fc.stringMatching(/^[A-Z]{1,7}$/);
const precision = fc.integer({ min: 0, max: 18 });
const hex = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);
const name = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(nameFromValue);
const asset = fc
  .record({ units: fc.bigInt({ min: -MAX_UNITS, max: MAX_UNITS }), symbol: code, precision })
  .map(formatAsset);

function integers(bits: bigint, isSigned: boolean): fc.Arbitrary<bigint> {
  return isSigned
    ? fc.bigInt({ min: -(1n << (bits - 1n)), max: (1n << (bits - 1n)) - 1n })
    : fc.bigInt({ min: 0n, max: (1n << bits) - 1n });
}

/** Values of every built-in type, in the format that nodes print. */
export const SCALAR_VALUES: Record<string, fc.Arbitrary<Json>> = {
  bool: fc.constantFrom(0, 1),
  int8: integers(8n, true).map(Number),
  int16: integers(16n, true).map(Number),
  int32: integers(32n, true).map(Number),
  int64: integers(64n, true).map(integerAsJson),
  int128: integers(128n, true).map(String),
  uint8: integers(8n, false).map(Number),
  uint16: integers(16n, false).map(Number),
  uint32: integers(32n, false).map(Number),
  uint64: integers(64n, false).map(integerAsJson),
  uint128: integers(128n, false).map(String),
  varuint32: uint32,
  varint32: fc.integer(),
  float32: fc.integer({ min: -8_000_000, max: 8_000_000 }).map((value) => formatFloat(value / 64)),
  float64: fc.integer().map((value) => formatFloat(value / 1024)),
  float128: hex(16).map((digits) => `0x${digits}`),
  name,
  string: unicodeText({ maxLength: 40 }),
  bytes: fc.uint8Array({ maxLength: 300 }).map(bytesToHex),
  checksum160: hex(20),
  checksum256: hex(32),
  checksum512: hex(64),
  symbol: fc.tuple(precision, code).map(([decimals, letters]) => `${String(decimals)},${letters}`),
  symbol_code: code,
  asset,
  extended_asset: fc.record({ quantity: asset, contract: name }, { noNullPrototype: true }),
  time_point: fc
    .integer({ min: 0, max: 4_000_000_000_000 })
    .map((milliseconds) => formatTimePoint(BigInt(milliseconds) * 1000n)),
  time_point_sec: uint32.map(formatTimePointSec),
  block_timestamp_type: uint32.map(formatBlockTimestamp),
  // wharfkit reads legacy keys of 50 characters alone: those of compressed points
  public_key: fc
    .tuple(
      fc.constantFrom('K1' as const, 'R1' as const),
      fc.constantFrom(2, 3),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
    )
    .map(([type, first, rest]) => publicKeyLegacyText({ type, bytes: Uint8Array.of(first, ...rest) })),
  signature: fc.string().map((seed) => signDigest(derivePrivateKey(seed), new Uint8Array(32))),
};
