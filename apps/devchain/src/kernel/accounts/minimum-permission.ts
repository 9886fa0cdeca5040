import { type ActionAuthorization, ValueError } from '@app/antelope';
import { decode } from '../sdk/abi/abi-type';
import type { ActionData } from '../sdk/action-data';
import type { ActionSignature } from '../sdk/action-signature';
import { ChainError, ensure } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import { deleteauth, linkauth, SYSTEM_ACCOUNT, unlinkauth, updateauth } from '../sdk/native-actions';
import { ACTIVE, ANY_PERMISSION } from '../sdk/permissions';
import type { ChainConfig } from '../state/chain-config';
import type { Accounts } from './accounts';
import { type Permissions, requireNames } from './permissions';

/** State that the rules read. */
export interface AuthorizationState {
  readonly accounts: Accounts;
  readonly permissions: Permissions;
  readonly config: ChainConfig;
}

type Rule = (state: AuthorizationState, action: ActionData) => void;

/**
 * The system's actions that change permissions have rules of their own and cannot be linked. A map, because the
 * names come from transactions: an object would know `constructor`.
 */
const OWN_RULES: ReadonlyMap<string, Rule> = new Map([
  ['updateauth', checkUpdateauth],
  ['deleteauth', checkDeleteauth],
  ['linkauth', checkLinkauth],
  ['unlinkauth', checkUnlinkauth],
]);

/**
 * Checks that every permission an action declares is the minimum for it, or an ancestor: the permission linked to
 * the action, else the one linked to its contract, else `active`. Source: eosio::chain::authorization_manager.
 */
export function checkMinimumPermissions(state: AuthorizationState, action: ActionData): void {
  const ownRule = action.account === SYSTEM_ACCOUNT ? OWN_RULES.get(action.name) : undefined;
  if (ownRule !== undefined) {
    ownRule(state, action);
    return;
  }
  for (const level of action.authorization) {
    const minimum = minimumPermission(state, level.actor, action.account, action.name);
    if (minimum !== ANY_PERMISSION) requireMinimum(state, 'action', level, minimum);
  }
}

function minimumPermission(state: AuthorizationState, actor: string, code: string, action: string): string {
  return state.permissions.linkedPermission(state.accounts.get(actor), code, action) ?? ACTIVE;
}

function requireMinimum(
  { permissions }: AuthorizationState,
  what: string,
  level: ActionAuthorization,
  minimum: string,
): void {
  permissions.get({ actor: level.actor, permission: minimum });
  permissions.get(level);
  if (permissions.satisfies(level.actor, level.permission, minimum)) return;
  const min = { actor: level.actor, permission: minimum };
  throw new ChainError(
    'irrelevantAuthorization',
    logEntry(`${what} declares irrelevant authority '\${auth}'; minimum authority is \${min}`, {
      auth: level,
      min,
    }),
  );
}

function onlyAuthorization(
  { authorization }: ActionData,
  account: string,
  wording: { action: string; owner: string },
): ActionAuthorization {
  const [level, ...others] = authorization;
  if (level === undefined || others.length > 0) {
    throw new ChainError(
      'irrelevantAuthorization',
      `${wording.action} action should only have one declared authorization`,
    );
  }
  ensure(
    level.actor === account,
    'irrelevantAuthorization',
    () => `the owner of the ${wording.owner} needs to be the actor of the declared authorization`,
  );
  return level;
}

/** Throws a ChainError for data that is no such action. */
function argumentsOf<A>({ args }: ActionSignature<A>, { data }: ActionData): A {
  try {
    return decode(args, data);
  } catch (error) {
    throw error instanceof ValueError ? new ChainError('outOfRange', error.message) : error;
  }
}

function checkUpdateauth(state: AuthorizationState, action: ActionData): void {
  const { account, permission, parent } = argumentsOf(updateauth, action);
  const level = onlyAuthorization(action, account, { action: 'updateauth', owner: 'affected permission' });
  requireNames({ actor: account, permission });
  const exists = state.permissions.find({ actor: account, permission }) !== undefined;
  requireMinimum(state, 'updateauth action', level, exists ? permission : parent);
}

function checkDeleteauth(state: AuthorizationState, action: ActionData): void {
  const { account, permission } = argumentsOf(deleteauth, action);
  const level = onlyAuthorization(action, account, { action: 'deleteauth', owner: 'permission to delete' });
  // nodeos' own words: it says updateauth here, too.
  requireMinimum(state, 'updateauth action', level, permission);
}

function checkLinkauth(state: AuthorizationState, action: ActionData): void {
  const { account, code, type } = argumentsOf(linkauth, action);
  const level = onlyAuthorization(action, account, { action: 'link', owner: 'linked permission' });
  ensure(
    code !== SYSTEM_ACCOUNT || !OWN_RULES.has(type),
    'actionValidate',
    () => `Cannot link eosio::${type} to a minimum permission`,
  );
  const minimum = minimumPermission(state, account, code, type);
  if (minimum !== ANY_PERMISSION) requireMinimum(state, 'link action', level, minimum);
}

function checkUnlinkauth(state: AuthorizationState, action: ActionData): void {
  const { account, code, type } = argumentsOf(unlinkauth, action);
  const level = onlyAuthorization(action, account, { action: 'unlink', owner: 'linked permission' });
  const linked = state.permissions.linkedPermission(state.accounts.get(account), code, type);
  if (linked === undefined) {
    throw new ChainError(
      'transaction',
      `cannot unlink non-existent permission link of account '${account}' for actions matching '${code}::${type}'`,
    );
  }
  if (linked !== ANY_PERMISSION) requireMinimum(state, 'unlink action', level, linked);
}
