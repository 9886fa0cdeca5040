/** Codes of refusals of the first push after which an honest gateway has given the transaction to no node. */
export const REFUSED_UNSENT: ReadonlySet<string> = new Set([
  'contract_refused',
  'relay_refused',
  'invalid_arguments',
  'network_not_configured',
  'profile_mismatch',
]);
