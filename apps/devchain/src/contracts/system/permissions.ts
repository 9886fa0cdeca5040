import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { formatAuthority, isValidAuthority } from '../../kernel/sdk/authority';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { ensure } from '../../kernel/sdk/errors/chain-error';
import { logEntry } from '../../kernel/sdk/errors/log-entry';
import type { deleteauth, updateauth } from '../../kernel/sdk/native-actions';
import { ACTIVE, OWNER } from '../../kernel/sdk/permissions';
import type { PrivilegedAccess } from '../../kernel/sdk/privileged-access';
import { checkFactorsExist } from './authority-factors';

type Update = ArgsOf<typeof updateauth>;

/** Creates a permission or changes who satisfies it. */
export function updatePermission(context: ContractContext, update: Update): void {
  context.requireAuth(update.account);
  const access = context.privileged();
  checkNames(update);
  checkWaits(access, update);
  checkFactorsExist(context, update.auth);
  const { account, permission: name, parent, auth: authority } = update;
  if (name !== OWNER) access.getPermission({ actor: account, permission: parent });
  const before = access.findPermission({ actor: account, permission: name });
  ensure(
    before === undefined || before.parent === parent,
    'actionValidate',
    () => 'Changing parent authority is not currently supported',
  );
  access.putPermission(account, { name, parent, authority });
}

/** Takes a permission away that nothing hangs on any more. */
export function deletePermission(
  context: ContractContext,
  { account, permission }: ArgsOf<typeof deleteauth>,
): void {
  context.requireAuth(account);
  const access = context.privileged();
  ensure(permission !== ACTIVE, 'actionValidate', () => 'Cannot delete active authority');
  ensure(permission !== OWNER, 'actionValidate', () => 'Cannot delete owner authority');
  const level = { actor: account, permission };
  const [linked] = access.linkedActions(level);
  ensure(
    linked === undefined,
    'actionValidate',
    () =>
      'Cannot delete a linked authority. Unlink the authority first. ' +
      `This authority is linked to ${linked?.account ?? ''}::${linked?.action ?? ''}.`,
  );
  access.getPermission(level);
  ensure(
    !access.hasChildren(level),
    'actionValidate',
    () => 'Cannot remove a permission which has children. Remove the children first.',
  );
  access.removePermission(level);
}

function checkNames({ permission, parent, auth }: Update): void {
  ensure(permission !== '', 'actionValidate', () => 'Cannot create authority with empty name');
  ensure(
    !permission.startsWith('eosio.'),
    'actionValidate',
    () => "Permission names that start with 'eosio.' are reserved",
  );
  ensure(permission !== parent, 'actionValidate', () => 'Cannot set an authority as its own parent');
  ensure(isValidAuthority(auth), 'actionValidate', () =>
    logEntry('Invalid authority: ${auth}', { auth: formatAuthority(auth) }),
  );
  ensure(
    permission !== ACTIVE || parent === OWNER,
    'actionValidate',
    () => "Cannot change active authority's parent from owner",
  );
  ensure(
    permission !== OWNER || parent === '',
    'actionValidate',
    () => "Cannot change owner authority's parent",
  );
  ensure(
    permission === OWNER || parent !== '',
    'actionValidate',
    () => 'Only owner permission can have empty parent',
  );
}

function checkWaits({ maxDelaySec }: PrivilegedAccess, { auth }: Update): void {
  ensure(
    auth.waits.every(({ wait_sec }) => wait_sec <= maxDelaySec),
    'actionValidate',
    () => `Cannot set delay longer than max_transacton_delay, which is ${String(maxDelaySec)} seconds`,
  );
}
