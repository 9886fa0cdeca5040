/** An integer of an answer: a JSON number while that is exact, else a decimal string. Source: decisions, section 3. */
export function answerId(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
