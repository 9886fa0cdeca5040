/** Why eosio.msig refuses, in its own words. */
export const REFUSALS = {
  expired: 'transaction expired',
  contextFree: 'not allowed to `propose` a transaction with context-free actions',
  nameTaken: 'proposal with the same name exists',
  authorization: 'transaction authorization failed',
  noProposal: 'proposal not found',
  notRequested: 'approval is not on the list of requested approvals',
  notProvided: 'no approval previously granted',
  tooEarly: 'too early to execute',
  delayNotBegun: 'old proposals are not allowed to have non-zero `delay_sec`; cancel and retry',
  notExpired: 'cannot cancel until expiration',
} as const;
