import type { ValueOf } from '../../kernel/sdk/abi/abi-type';
import { ANY_PERMISSION } from '../../kernel/accounts/permissions';
import { ensure } from '../../kernel/sdk/errors/chain-error';
import type { ActionContext } from '../../kernel/execution/action-context';
import type { linkauth, unlinkauth } from '../../kernel/sdk/native-actions';
import { LINK_RAM_BYTES } from '../../kernel/resources/ram';

/** Lets a permission run an action of a contract, or all of them. */
export function linkPermission(
  context: ActionContext,
  { account: name, code, type, requirement }: ValueOf<(typeof linkauth)['args']>,
): void {
  ensure(requirement !== '', 'actionValidate', () => 'Required permission cannot be empty');
  context.requireAuth(name);
  const { accounts, permissions, addRam } = context.privileged();
  ensure(accounts.has(name), 'accountQuery', () => `Failed to retrieve account: ${name}`);
  ensure(accounts.has(code), 'accountQuery', () => `Failed to retrieve code for account: ${code}`);
  const account = accounts.get(name);
  ensure(
    requirement === ANY_PERMISSION || account.permissions.has(requirement),
    'permissionQuery',
    () => `Failed to retrieve permission: ${requirement}`,
  );
  const before = permissions.link(account, code, type);
  ensure(
    before !== requirement,
    'actionValidate',
    () => 'Attempting to update required authority, but new requirement is same as old',
  );
  permissions.putLink(account, code, type, requirement);
  if (before === undefined) addRam(name, LINK_RAM_BYTES);
}

/** Takes a link away. */
export function unlinkPermission(
  context: ActionContext,
  { account: name, code, type }: ValueOf<(typeof unlinkauth)['args']>,
): void {
  context.requireAuth(name);
  const { accounts, permissions, addRam } = context.privileged();
  const account = accounts.get(name);
  ensure(
    permissions.link(account, code, type) !== undefined,
    'actionValidate',
    () => 'Attempting to unlink authority, but no link found',
  );
  permissions.removeLink(account, code, type);
  addRam(name, -LINK_RAM_BYTES);
}
