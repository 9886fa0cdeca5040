/** Texts of at most so many digits are exact in a double, as far as they have no exponent. */
const SAFE_DIGITS = 15;

/**
 * Whether the double that a JSON number is read as stands for the number as written: its shortest decimal form is the
 * same number. `1.50` and `1e-8` are; `0.12345678000000000000001`, `9007199254740993`, `1e400` and `1e-400` are not.
 */
export function isExactNumber(text: string): boolean {
  if (text.length <= SAFE_DIGITS && !/e/i.test(text)) return true;
  const value = Number(text);
  return Number.isFinite(value) && canonical(text) === canonical(String(value));
}

/** Digits without zeros around them, and the power of ten of the last one: equal numbers have equal texts. */
function canonical(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole.replace('-', '') + fraction).replace(/^0+/, '');
  const kept = significantDigits(digits);
  if (kept === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - kept.length);
  return `${whole.startsWith('-') ? '-' : ''}${kept}e${power}`;
}

function significantDigits(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  return digits.slice(0, end);
}
