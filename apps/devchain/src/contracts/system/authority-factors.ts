import type { Authority } from '../../kernel/sdk/authority';
import { ACTIVE, CODE_PERMISSION, OWNER } from '../../kernel/accounts/permissions';
import { ensure } from '../../kernel/sdk/errors/chain-error';
import type { ActionContext } from '../../kernel/execution/action-context';

/** Permissions every account has, or that are not real. */
const GIVEN = new Set([OWNER, ACTIVE, CODE_PERMISSION]);

/** Checks that the accounts and permissions an authority relies on are there. */
export function checkFactorsExist(context: ActionContext, { accounts }: Authority): void {
  const { permissions } = context.privileged();
  for (const { permission: level } of accounts) {
    ensure(context.isAccount(level.actor), 'actionValidate', () => `account '${level.actor}' does not exist`);
    ensure(
      GIVEN.has(level.permission) || permissions.find(level) !== undefined,
      'actionValidate',
      () => `permission '${JSON.stringify(level)}' does not exist`,
    );
  }
}
