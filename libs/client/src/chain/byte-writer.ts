import { nameValue } from './names.ts';

const MAX_ASSET_UNITS = (1n << 62n) - 1n;
const ASSET = /^(0|[1-9][0-9]*)(?:\.([0-9]{1,18}))? ([A-Z]{1,7})$/;
const INTEGER = /^(0|[1-9][0-9]*)$/;
/** With the flag u, a pair is one character and does not match. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;
const INTEGER_BYTES: Readonly<Record<string, number>> = { uint8: 1, uint16: 2, uint32: 4, uint64: 8 };

/** Writes the binary form of values as Antelope chains read it. Throws RangeError for values without one. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  /** All bytes written so far. */
  finish(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  raw(bytes: Iterable<number>): void {
    for (const byte of bytes) this.#bytes.push(byte);
  }

  /** A little-endian unsigned integer of `size` bytes. */
  unsigned(value: bigint | number, size: number): void {
    const whole = BigInt(value);
    if (whole < 0n || whole >= 1n << BigInt(8 * size))
      throw new RangeError(`${whole} is not an unsigned integer of ${8 * size} bits`);
    for (let at = 0; at < size; at += 1) this.#bytes.push(Number((whole >> BigInt(8 * at)) & 0xffn));
  }

  /** A count or length: seven bits a byte, shortest form. */
  varuint32(value: number): void {
    if (!Number.isInteger(value) || value < 0 || value > 0xffffffff)
      throw new RangeError(`${value} is not an unsigned integer of 32 bits`);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes.push((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }

  name(text: string): void {
    this.unsigned(nameValue(text), 8);
  }

  prefixed(bytes: Uint8Array): void {
    this.varuint32(bytes.length);
    this.raw(bytes);
  }

  /** A value of an action's data. Types: those of the tools' actions, and no other. */
  value(type: string, value: unknown): void {
    const size = INTEGER_BYTES[type];
    if (size !== undefined) this.unsigned(wholeNumber(value), size);
    else if (type === 'name') this.name(textOf(value));
    else if (type === 'string') this.prefixed(new TextEncoder().encode(textOf(value)));
    else if (type === 'asset') this.#asset(textOf(value));
    else throw new RangeError(`values of type ${type} are not supported`);
  }

  #asset(text: string): void {
    const [, whole = '', fraction = '', code = ''] = ASSET.exec(text) ?? [];
    if (code === '') throw new RangeError(`"${text}" is not an asset like "1.0000 ABC"`);
    const units = BigInt(whole + fraction);
    if (units > MAX_ASSET_UNITS) throw new RangeError(`"${text}" is beyond the largest asset`);
    this.unsigned(units, 8);
    this.unsigned(fraction.length, 1);
    this.raw(new TextEncoder().encode(code.padEnd(7, '\0')));
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new RangeError(`${JSON.stringify(value)} is not a text`);
  if (LONE_SURROGATE.test(value)) throw new RangeError('a text has half a surrogate pair');
  return value;
}

function wholeNumber(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === 'string' && INTEGER.test(value)) return BigInt(value);
  throw new RangeError(`${JSON.stringify(value)} is not a whole number`);
}
