import fc, { type StringConstraints } from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const LAST_CODE_POINT = 0x10ffff;

/** @throws Error when the text is not one code point */
function codePointOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('not one code point');
  return code;
}

const codePoint = fc
  .integer({ min: 0, max: LAST_CODE_POINT })
  .filter((code) => code < FIRST_SURROGATE || code > LAST_SURROGATE)
  .map((code) => String.fromCodePoint(code), codePointOf);

/**
 * Texts of any code points, without lone surrogates. The same as fast-check's unit `binary`, which lists all million
 * code points first: a second of CPU and the memory for them in each process.
 */
export const unicodeText = (constraints: Omit<StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });
