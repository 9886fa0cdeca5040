const ZERO = '0'.charCodeAt(0);
const POINT = '.'.charCodeAt(0);

/**
 * A decimal number without the zeros at its end: `1.50` is `1.5`, `2.000` is `2`. Other texts, and numbers without a
 * decimal point, stay as they are. Steps grow with the length of the text: an expression like `0+$` is tried at each
 * zero, so that its steps grow with the square.
 * @param text digits with a decimal point
 */
export function withoutTrailingZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === ZERO) end--;
  if (end > 0 && text.charCodeAt(end - 1) === POINT) end--;
  return text.slice(0, end);
}
