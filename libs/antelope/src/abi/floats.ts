import { bytesToHex, hexToBytes } from '../bytes/hex';
import type { Json } from '../json';
import { quoted, ValueError } from '../value-error';
import { formatUnits } from '../values/decimals';
import { kindOf, type Codec } from './codec';

const DECIMALS = 17;
const SCALE = 10n ** BigInt(DECIMALS);
const DECIMAL_TEXT = /^-?[0-9]{1,400}(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,3})?$/;
const FLOAT128_TEXT = /^0x[0-9a-fA-F]{32}$/;
const NOT_FINITE = new Map([
  ['inf', Infinity],
  ['-inf', -Infinity],
  ['nan', NaN],
]);

/** The floating-point types of ABIs. Only contracts hold them; no amount passes through here. */
export const FLOATS: Readonly<Record<string, Codec>> = {
  float32: {
    read: (reader) => formatFloat(reader.float32()),
    write: (writer, value) => writer.float32(parseFloatValue(value)),
  },
  float64: {
    read: (reader) => formatFloat(reader.float64()),
    write: (writer, value) => writer.float64(parseFloatValue(value)),
  },
  float128: {
    read: (reader) => `0x${bytesToHex(reader.take(16))}`,
    write: (writer, value) => {
      if (typeof value !== 'string' || !FLOAT128_TEXT.test(value)) {
        throw new ValueError('expected "0x" and the 32 hexadecimal digits of a 128-bit float');
      }
      writer.raw(hexToBytes(value.slice(2)));
    },
  },
};

/**
 * A float as nodes print it: 17 decimals of its exact value, halves to even, no exponent; `inf`, `-inf`, `nan`.
 * Number.prototype.toFixed is not that: it rounds halves away from zero, and gives up at 1e21.
 * Source: fc::variant::as_string (std::fixed, setprecision(17)).
 */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const { numerator, denominator } = exactFraction(Math.abs(value));
  const scaled = numerator * SCALE;
  const floor = scaled / denominator;
  const twiceRest = (scaled - floor * denominator) * 2n;
  const roundsUp = twiceRest > denominator || (twiceRest === denominator && floor % 2n === 1n);
  const isNegative = value < 0 || Object.is(value, -0);
  return (isNegative ? '-' : '') + formatUnits(roundsUp ? floor + 1n : floor, DECIMALS);
}

function exactFraction(magnitude: number): { numerator: bigint; denominator: bigint } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, magnitude);
  const bits = view.getBigUint64(0);
  const exponentBits = bits >> 52n;
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = exponentBits === 0n ? fraction : fraction | (1n << 52n);
  const exponent = (exponentBits === 0n ? 1n : exponentBits) - 1075n;
  return exponent < 0n
    ? { numerator: mantissa, denominator: 1n << -exponent }
    : { numerator: mantissa << exponent, denominator: 1n };
}

function parseFloatValue(value: Json): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') throw new ValueError(`expected a number, found ${kindOf(value)}`);
  const parsed = NOT_FINITE.get(value) ?? (DECIMAL_TEXT.test(value) ? Number(value) : undefined);
  if (parsed === undefined) throw new ValueError(`${quoted(value)} is not a number`);
  return parsed;
}
