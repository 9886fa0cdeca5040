const DECIMALS = 2;

/** Hundredths of a percent as a text for a sentence: 1234 is "12.34 %". @param bps not negative */
export function percent(bps: bigint): string {
  const digits = bps.toString().padStart(DECIMALS + 1, '0');
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)} %`;
}
