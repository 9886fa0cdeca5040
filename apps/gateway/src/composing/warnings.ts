/** Codes of warnings. They never change; more may be added. */
export const WARNING_CODES = [
  'effects_unknown',
  'little_time_to_sign',
  'receiver_is_contract',
  'price_far_from_best',
  'price_far_from_oracle',
  'large_part_of_book',
  'stale_price',
  'market_unknown',
] as const;

/** A fact to know before signing. */
export interface Warning {
  readonly code: (typeof WARNING_CODES)[number];
  readonly message: string;
}

/** Less time than this is little for a person with a wallet, or for several signers. */
const LITTLE_SECONDS = 120;

/** The warning that every proposal may have; `secondsToSign` by the clock of the machine. */
export function timeWarnings(secondsToSign: number): Warning[] {
  if (secondsToSign >= LITTLE_SECONDS) return [];
  const message = `only ${secondsToSign} s are left to sign and push it; compose it anew when that is not enough`;
  return [{ code: 'little_time_to_sign', message }];
}
