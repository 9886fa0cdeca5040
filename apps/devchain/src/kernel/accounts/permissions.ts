import type { ActionAuthorization } from '@app/antelope';
import { ChainError, ensure } from '../sdk/errors/chain-error';
import { logEntry } from '../sdk/errors/log-entry';
import { unknownKeyText } from '../sdk/errors/unknown-key';
import type { UndoLog } from '../store/undo-log';
import type { AccountState, Permission } from './account-state';
import type { Accounts } from './accounts';

export interface LinkedAction {
  account: string;
  /** Absent when every action of the account is linked. */
  action?: string;
}

/** The permissions of all accounts and what is linked to them. */
export class Permissions {
  constructor(
    private readonly accounts: Accounts,
    private readonly undo: UndoLog,
  ) {}

  find({ actor, permission }: ActionAuthorization): Permission | undefined {
    return this.accounts.find(actor)?.permissions.get(permission);
  }

  /** Throws a ChainError for an unknown permission, and one of another kind for an empty name. */
  get(level: ActionAuthorization): Permission {
    requireNames(level);
    const permission = this.find(level);
    if (permission !== undefined) return permission;
    const { actor, permission: name } = level;
    const what = unknownKeyText(['eosio::chain::name', 'eosio::chain::name'], [actor, name]);
    throw new ChainError(
      'permissionQuery',
      logEntry('Failed to retrieve permission: ${level} (${what})', { level, what }, 'warn'),
    );
  }

  /** True when `permission` of an account is `minimum` or an ancestor of it. */
  satisfies(actor: string, permission: string, minimum: string): boolean {
    const permissions = this.accounts.get(actor).permissions;
    for (let at = permissions.get(minimum); at !== undefined; at = permissions.get(at.parent)) {
      if (at.name === permission) return true;
    }
    return false;
  }

  hasChildren(account: AccountState, permission: string): boolean {
    return [...account.permissions.values()].some(({ parent }) => parent === permission);
  }

  put(account: AccountState, permission: Permission): void {
    this.accounts.touch(account);
    this.undo.put(account.permissions, permission.name, permission);
  }

  remove(account: AccountState, permission: string): void {
    this.accounts.touch(account);
    this.undo.delete(account.permissions, permission);
  }

  /** The permission linked to exactly this action or, failing that, to all actions of the contract. */
  linkedPermission(account: AccountState, code: string, action: string): string | undefined {
    return account.links.get(linkKey(code, action)) ?? account.links.get(linkKey(code, ''));
  }

  /** The permission linked to exactly this; '' is the link for all actions. */
  link(account: AccountState, code: string, action: string): string | undefined {
    return account.links.get(linkKey(code, action));
  }

  putLink(account: AccountState, code: string, action: string, permission: string): void {
    this.accounts.touch(account);
    this.undo.put(account.links, linkKey(code, action), permission);
  }

  removeLink(account: AccountState, code: string, action: string): void {
    this.accounts.touch(account);
    const { links } = account;
    const before = [...links];
    // The order of links is state, so undoing brings it back, too.
    this.undo.record(() => {
      links.clear();
      for (const [key, permission] of before) links.set(key, permission);
    });
    links.delete(linkKey(code, action));
  }

  /** Actions linked to a permission, in the order of their first link. */
  linkedActions(account: AccountState, permission: string): LinkedAction[] {
    return [...account.links].filter(([, linked]) => linked === permission).map(([key]) => readLinkKey(key));
  }
}

function linkKey(code: string, action: string): string {
  return `${code} ${action}`;
}

/** The account and action of a key of `AccountState.links`. */
export function readLinkKey(key: string): LinkedAction {
  const [account = '', action = ''] = key.split(' ');
  return action === '' ? { account } : { account, action };
}

/** Throws a ChainError unless both names are given. Source: eosio::chain::authorization_manager. */
export function requireNames({ actor, permission }: ActionAuthorization): void {
  ensure(actor !== '' && permission !== '', 'invalidPermission', () => 'Invalid permission');
}
