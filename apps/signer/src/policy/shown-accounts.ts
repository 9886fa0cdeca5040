import type { PolicyFile } from './policy-schema';

/** Accounts whose Bitcoin addresses the policy shows. Default: that of the policy alone. */
export const shownAccounts = ({
  account,
  deposits,
}: Pick<PolicyFile, 'account' | 'deposits'>): readonly string[] =>
  (deposits?.show_addresses_of ?? ['self']).map((name) => (name === 'self' ? account : name));
