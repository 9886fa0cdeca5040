import { ByteReader, ValueError } from '@app/antelope';
import { cachedName } from './name-cache';

const MAX_SAFE_SHIFT = 2 ** 46;

/**
 * Reads the messages of the state-history protocol. Each value has one encoding: a flag other than 0 or 1, an
 * over-long varuint and missing bytes throw ValueError. Byte values are views on the message, not copies.
 */
export class ShipReader extends ByteReader {
  constructor(message: Uint8Array) {
    // `subarray` of a Buffer makes a Buffer, which costs several times a view.
    super(
      message.constructor === Uint8Array
        ? message
        : new Uint8Array(message.buffer, message.byteOffset, message.byteLength),
    );
  }

  /** The position, for `reset`. */
  mark(): number {
    return this.position;
  }

  /** Goes back to a position that was marked. */
  reset(mark: number): void {
    this.position = mark;
  }

  /** The 64-bit value of a name. */
  name(): bigint {
    const at = this.advance(8);
    return cachedName(this.view.getUint32(at, true), this.view.getUint32(at + 4, true));
  }

  /** A byte 0 or 1. Throws ValueError for any other. */
  bool(): boolean {
    const flag = this.uint8();
    if (flag > 1) throw new ValueError(`${String(flag)} is no boolean`);
    return flag === 1;
  }

  /** A 64-bit varuint, as block, traces and deltas have for a length. Throws ValueError beyond 2^53. */
  varuint64(): number {
    let value = 0;
    for (let scale = 1; scale <= MAX_SAFE_SHIFT; scale *= 0x80) {
      const byte = this.uint8();
      value += (byte & 0x7f) * scale;
      if ((byte & 0x80) !== 0) continue;
      if ((byte === 0 && scale > 1) || value > Number.MAX_SAFE_INTEGER) break;
      return value;
    }
    throw new ValueError(`over-long variable-length integer before byte ${String(this.position)}`);
  }
}
