import type { ValueOf } from '../../kernel/sdk/abi/abi-type';
import { ACTIVE, OWNER } from '../../kernel/accounts/permissions';
import { authorityRamBytes, isValidAuthority, formatAuthority } from '../../kernel/sdk/authority';
import { ensure } from '../../kernel/sdk/errors/chain-error';
import { logEntry } from '../../kernel/sdk/errors/log-entry';
import type { ActionContext } from '../../kernel/execution/action-context';
import type { deleteauth, updateauth } from '../../kernel/sdk/native-actions';
import { PERMISSION_RAM_BYTES } from '../../kernel/resources/ram';
import { checkFactorsExist } from './authority-factors';

type Update = ValueOf<(typeof updateauth)['args']>;

/** Creates a permission or changes who satisfies it. */
export function updatePermission(context: ActionContext, update: Update): void {
  context.requireAuth(update.account);
  const { accounts, permissions, addRam } = context.privileged();
  checkNames(update);
  checkWaits(context, update);
  checkFactorsExist(context, update.auth);
  const { account, permission: name, parent, auth: authority } = update;
  const owner = accounts.get(account);
  if (name !== OWNER) permissions.get({ actor: account, permission: parent });
  const before = permissions.find({ actor: account, permission: name });
  ensure(
    before === undefined || before.parent === parent,
    'actionValidate',
    () => 'Changing parent authority is not currently supported',
  );
  permissions.put(owner, { name, parent, authority, lastUpdatedMs: context.nowMs });
  const freed = before === undefined ? 0 : PERMISSION_RAM_BYTES + authorityRamBytes(before.authority);
  addRam(account, PERMISSION_RAM_BYTES + authorityRamBytes(authority) - freed);
}

/** Takes a permission away that nothing hangs on any more. */
export function deletePermission(
  context: ActionContext,
  { account, permission: name }: ValueOf<(typeof deleteauth)['args']>,
): void {
  context.requireAuth(account);
  const { accounts, permissions, addRam } = context.privileged();
  ensure(name !== ACTIVE, 'actionValidate', () => 'Cannot delete active authority');
  ensure(name !== OWNER, 'actionValidate', () => 'Cannot delete owner authority');
  const owner = accounts.get(account);
  const [linked] = permissions.linkedActions(owner, name);
  ensure(
    linked === undefined,
    'actionValidate',
    () =>
      'Cannot delete a linked authority. Unlink the authority first. ' +
      `This authority is linked to ${linked?.account ?? ''}::${linked?.action ?? ''}.`,
  );
  const { authority } = permissions.get({ actor: account, permission: name });
  ensure(
    !permissions.hasChildren(owner, name),
    'actionValidate',
    () => 'Cannot remove a permission which has children. Remove the children first.',
  );
  permissions.remove(owner, name);
  addRam(account, -(PERMISSION_RAM_BYTES + authorityRamBytes(authority)));
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

function checkWaits(context: ActionContext, { auth }: Update): void {
  const maxSeconds = context.config.max_transaction_delay;
  ensure(
    auth.waits.every(({ wait_sec }) => wait_sec <= maxSeconds),
    'actionValidate',
    () => `Cannot set delay longer than max_transacton_delay, which is ${String(maxSeconds)} seconds`,
  );
}
