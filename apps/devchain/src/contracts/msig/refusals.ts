/** Why eosio.msig refuses, in its own words. */
export const REFUSALS = {
  expired: 'transaction expired',
  contextFree: 'not allowed to `propose` a transaction with context-free actions',
  delayed: 'not allowed to `propose` a delayed transaction on this chain',
  nameTaken: 'proposal with the same name exists',
  authorization: 'transaction authorization failed',
  noProposal: 'proposal not found',
  notRequested: 'approval is not on the list of requested approvals',
  notProvided: 'no approval previously granted',
  hash: 'hash mismatch',
  notExpired: 'cannot cancel until expiration',
} as const;
