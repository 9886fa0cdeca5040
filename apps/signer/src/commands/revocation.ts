import { askNode } from '../chain/own-nodes';
import { FileError } from '../private-file';
import type { Policy } from '../policy/policy';

interface LinkedPermission {
  readonly perm_name: string;
  readonly linked_actions?: readonly { readonly account: string; readonly action?: string | null }[];
}

/** The actions that take the permission away, for the owner to sign with the active key. Nothing is signed here. */
export async function revocation({ file: { nodes, account, permission } }: Policy): Promise<string[]> {
  if (['active', 'owner'].includes(permission))
    throw new FileError(`change the key of ${account}@${permission} instead`);
  const answer = (await askNode(nodes[0] ?? '', 'get_account', { account_name: account })) as {
    readonly permissions?: readonly LinkedPermission[];
  };
  const found = answer.permissions?.find(({ perm_name }) => perm_name === permission);
  if (found === undefined) return [`${account} has no permission ${permission}: there is nothing to revoke`];
  const authorization = [{ actor: account, permission: 'active' }];
  const links = (found.linked_actions ?? []).map(({ account: code, action }) => ({
    ...{ account: 'eosio', name: 'unlinkauth', authorization, data: { account, code, type: action ?? '' } },
  }));
  const removal = { account: 'eosio', name: 'deleteauth', authorization, data: { account, permission } };
  return ['Sign and send these actions with the active key:', JSON.stringify([...links, removal], null, 2)];
}
