import type { ArgsOf } from '../../kernel/sdk/action-signature';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { ensure } from '../../kernel/sdk/errors/chain-error';
import type { linkauth, unlinkauth } from '../../kernel/sdk/native-actions';
import { ANY_PERMISSION } from '../../kernel/sdk/permissions';

/** Lets a permission run an action of a contract, or all of them. */
export function linkPermission(
  context: ContractContext,
  { account, code, type, requirement }: ArgsOf<typeof linkauth>,
): void {
  ensure(requirement !== '', 'actionValidate', () => 'Required permission cannot be empty');
  context.requireAuth(account);
  const access = context.privileged();
  ensure(context.isAccount(account), 'accountQuery', () => `Failed to retrieve account: ${account}`);
  ensure(context.isAccount(code), 'accountQuery', () => `Failed to retrieve code for account: ${code}`);
  ensure(
    requirement === ANY_PERMISSION ||
      access.findPermission({ actor: account, permission: requirement }) !== undefined,
    'permissionQuery',
    () => `Failed to retrieve permission: ${requirement}`,
  );
  ensure(
    access.link(account, code, type) !== requirement,
    'actionValidate',
    () => 'Attempting to update required authority, but new requirement is same as old',
  );
  access.putLink(account, code, type, requirement);
}

/** Takes a link away. */
export function unlinkPermission(
  context: ContractContext,
  { account, code, type }: ArgsOf<typeof unlinkauth>,
): void {
  context.requireAuth(account);
  const access = context.privileged();
  ensure(
    access.link(account, code, type) !== undefined,
    'actionValidate',
    () => 'Attempting to unlink authority, but no link found',
  );
  access.removeLink(account, code, type);
}
