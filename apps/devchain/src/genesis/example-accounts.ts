/**
 * Accounts of the simulated history that are left to the user: each shows states that take preparation. The simulated
 * traffic never acts for them, and it never fills, repays or opens what is theirs.
 */
export const EXAMPLES = {
  /** A vault of 1 CBTC, an open loan, an open order on each pair, a queued redemption in pool 5. */
  borrower: 'dave',
  /** A vault of 1 CBTC and a queued loan request: an account has a loan or a request, never both. */
  applicant: 'erin',
  /** A vault of 1 CBTC and neither loan nor request: ready to borrow. */
  owner: 'frank',
} as const;

/** In the order in which they are created. */
export const EXAMPLE_ACCOUNTS: readonly string[] = Object.values(EXAMPLES);
