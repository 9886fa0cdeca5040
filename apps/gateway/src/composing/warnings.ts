import type { Proposal } from '@app/proposals';

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
  'repeated_proposal',
  'large_fee',
  'pool_lent_out',
  'stale_facts',
] as const;

/** A fact to know before signing. */
export interface Warning {
  readonly code: (typeof WARNING_CODES)[number];
  readonly message: string;
}

/** Less time than this is little for a person with a wallet, or for several signers. */
const LITTLE_SECONDS = 120;

/** The chain makes a block each half second: facts of a head that is older than this may be of another market. */
const STALE_SECONDS = 30;

/** The warnings that every proposal may have, by the clock of the machine. */
export function chainWarnings({
  secondsToSign,
  headAgeSeconds,
}: Pick<Proposal, 'secondsToSign' | 'headAgeSeconds'>): Warning[] {
  const little = `only ${secondsToSign} s are left to sign and push it; compose it anew when that is not enough`;
  const stale =
    `the newest block of the nodes is ${headAgeSeconds} s old: balances, prices and the dry run are of then, and the ` +
    'chain may have moved on';
  return [
    ...(secondsToSign < LITTLE_SECONDS ? [{ code: 'little_time_to_sign' as const, message: little }] : []),
    ...(headAgeSeconds > STALE_SECONDS ? [{ code: 'stale_facts' as const, message: stale }] : []),
  ];
}

/** The warning of every proposal that was answered before. */
export const REPEATED: Warning = {
  code: 'repeated_proposal',
  message:
    'the transaction was composed before under this request_id: the dry run is of now, and what else the tool checks or ' +
    'warns of was checked then',
};

/** The next step of a proposal that is not refused: where there are warnings, these are to be read first. Pure. */
export function nextAfterWarnings(next: string, warnings: readonly Warning[]): string {
  if (warnings.length === 0) return next;
  const codes = [...new Set(warnings.map(({ code }) => code))].join(', ');
  return `Read \`warnings\` first (${codes}): ${next.charAt(0).toLowerCase()}${next.slice(1)}`;
}
