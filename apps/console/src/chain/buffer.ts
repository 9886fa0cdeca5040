/** Bytes that can be written as text. */
class TextBytes extends Uint8Array {
  override toString(format = 'utf8'): string {
    if (format === 'hex') return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return new TextDecoder().decode(this);
  }
}

/**
 * The members of Node's Buffer that the codecs of libs/antelope use, as the global that a browser does not have.
 */
const BrowserBuffer = {
  from(source: string | ArrayBuffer, formatOrOffset?: string | number, length?: number): Uint8Array {
    if (typeof source !== 'string') return new TextBytes(source, formatOrOffset as number, length);
    return formatOrOffset === 'hex' ? fromHex(source) : new TextBytes(new TextEncoder().encode(source));
  },

  allocUnsafe: (bytes: number): Uint8Array => new TextBytes(bytes),

  /** Below, equal or above 0, as the bytes are ordered. */
  compare(left: Uint8Array, right: Uint8Array): number {
    const different = left.findIndex((byte, at) => byte !== right[at]);
    if (different < 0) return Math.sign(left.length - right.length);
    return (left[different] ?? 0) < (right[different] ?? -1) ? -1 : 1;
  },
};

const fromHex = (text: string): Uint8Array =>
  new TextBytes((text.match(/../g) ?? []).map((digits) => parseInt(digits, 16)));

if (!('Buffer' in globalThis)) Object.assign(globalThis, { Buffer: BrowserBuffer });

export {};
