import type { Authority } from '../../kernel/sdk/authority';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { ensure } from '../../kernel/sdk/errors/chain-error';
import { ACTIVE, CODE_PERMISSION, OWNER } from '../../kernel/sdk/permissions';

/** Permissions every account has, or that are not real. */
const GIVEN = new Set([OWNER, ACTIVE, CODE_PERMISSION]);

/** Checks that the accounts and permissions an authority relies on are there. */
export function checkFactorsExist(context: ContractContext, { accounts }: Authority): void {
  const access = context.privileged();
  for (const { permission: level } of accounts) {
    ensure(context.isAccount(level.actor), 'actionValidate', () => `account '${level.actor}' does not exist`);
    ensure(
      GIVEN.has(level.permission) || access.findPermission(level) !== undefined,
      'actionValidate',
      () => `permission '${JSON.stringify(level)}' does not exist`,
    );
  }
}
