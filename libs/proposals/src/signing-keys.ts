import { type AccountPermission, type ChainAccount, NodesDisagreeError } from '@app/upstream';

/** Every key that can sign for an account; `complete` false when some could not be found out. */
export interface SigningKeys {
  readonly keys: readonly string[];
  readonly complete: boolean;
}

/** A permission through which a contract acts: no key signs for it. */
const CODE_PERMISSION = 'eosio.code';
/** The chain follows accounts in permissions this deep (max_authority_depth). */
const MAX_DEPTH = 6;
/** Accounts with more behind them are groups (producers); they are reported as not fully checked. */
const MAX_ACCOUNTS = 24;

/**
 * The keys behind "every key of every permission" of an account, whatever their type and weight:
 * those its own permissions name, and, where a permission names another account's permission, the
 * keys of that one, as far as the chain itself follows such references. A key that can only sign
 * together with others counts as well: the set is about keys, not about what they suffice for.
 *
 * Of another account only the named permission is followed: its other permissions cannot sign here.
 *
 * @param readAccount undefined for an account that does not exist; what it throws makes the result
 *   incomplete
 * @throws NodesDisagreeError of readAccount: an account that nodes state differently is no missing one
 */
export async function signingKeysOf(
  account: ChainAccount,
  readAccount: (name: string) => Promise<ChainAccount | undefined>,
): Promise<SigningKeys> {
  const keys = new Set<string>();
  const seen = new Set(account.permissions.map(({ name }) => `${account.name}@${name}`));
  let permissions: readonly AccountPermission[] = account.permissions;
  let complete = true;

  for (let depth = 0; permissions.length > 0; depth += 1) {
    for (const permission of permissions) for (const { key } of permission.keys) keys.add(key);
    const delegates = delegatesOf(permissions).filter(({ actor, permission }) => {
      const level = `${actor}@${permission}`;
      const isNew = !seen.has(level);
      seen.add(level);
      return isNew;
    });
    if (delegates.length === 0) break;
    if (depth >= MAX_DEPTH || seen.size > MAX_ACCOUNTS) return { keys: [...keys], complete: false };
    const read = await Promise.allSettled(delegates.map(({ actor }) => readAccount(actor)));
    for (const result of read)
      if (result.status === 'rejected' && result.reason instanceof NodesDisagreeError) throw result.reason;
    complete &&= read.every(({ status }) => status === 'fulfilled');
    permissions = read.flatMap((result, index) => {
      const owner = result.status === 'fulfilled' ? result.value : undefined;
      return owner?.permissions.filter(({ name }) => name === delegates[index]?.permission) ?? [];
    });
  }
  return { keys: [...keys], complete };
}

function delegatesOf(permissions: readonly AccountPermission[]): { actor: string; permission: string }[] {
  return permissions
    .flatMap(({ accounts }) => accounts)
    .filter(({ permission }) => permission !== CODE_PERMISSION)
    .map(({ actor, permission }) => ({ actor, permission }));
}
