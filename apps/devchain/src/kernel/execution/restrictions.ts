import type { ActionData } from '../sdk/action-data';
import { compareNames } from '../sdk/authority';
import { ensure } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import type { ChainState } from '../state/chain-state';
import type { ExecutionRecord } from './execution-record';

/**
 * Unprivileged code may raise the RAM of others only if they authorized the action, and never when it is merely
 * notified of one. Source: protocol feature RAM_RESTRICTIONS.
 */
export function requireOwnRam(
  { accounts }: ChainState,
  act: ActionData,
  { receiver, ramDeltas }: ExecutionRecord,
): void {
  if (ramDeltas.size === 0 || accounts.get(receiver).isPrivileged) return;
  for (const account of [...ramDeltas.keys()].sort(compareNames)) {
    if ((ramDeltas.get(account) ?? 0) <= 0 || account === receiver) continue;
    ensure(
      receiver === act.account,
      'unauthorizedRamIncrease',
      () =>
        `unprivileged contract cannot increase RAM usage of another account within a notify context: ${account}`,
    );
    ensure(
      act.authorization.some(({ actor }) => actor === account),
      'unauthorizedRamIncrease',
      () =>
        'unprivileged contract cannot increase RAM usage of another account that has not authorized the action: ' +
        account,
    );
  }
}

/** Checks that the names in an inline action exist when it is sent. */
export function requireExisting({ accounts, permissions }: ChainState, act: ActionData): void {
  ensure(
    accounts.has(act.account),
    'actionValidate',
    () => `inline action's code account ${act.account} does not exist`,
  );
  for (const level of act.authorization) {
    ensure(
      accounts.has(level.actor),
      'actionValidate',
      () => `inline action's authorizing actor ${level.actor} does not exist`,
    );
    ensure(permissions.find(level) !== undefined, 'actionValidate', () =>
      logEntry("inline action's authorizations include a non-existent permission: ${permission}", {
        permission: level,
      }),
    );
  }
}
